import { excerpt } from "../../util/index.js";
import type { Source } from "../asset.js";
import { planPointers } from "../pointers/planPointers.js";
import { issueOfError, issueOfWarning, type ValidationIssue } from "./issue.js";

/** Checks the rules of KHR_animation_pointer, KHR_animation2, EXT_property_animation and the glTF Asset Object Model. */
export function checkPointers({ json }: Source): readonly ValidationIssue[] {
  const { channels, errors, warnings } = planPointers(json);
  const withoutEffect = channels.flatMap(({ place, plan }) =>
    (plan?.parts ?? []).flatMap(({ resolved: { pointer, property } }): ValidationIssue[] => {
      const { babylon } = property;
      if (typeof babylon !== "string") {
        return [];
      }
      const message = `animates ${excerpt(pointer)}, which Babylon.js does not show: ${babylon}`;
      return [{ code: "POINTER_WITHOUT_EFFECT", message, severity: 2, pointer: place }];
    }),
  );
  return [
    ...errors.map((error) => issueOfError("POINTER_INVALID", error)),
    ...warnings.map((warning) => issueOfWarning("POINTER_DOUBTFUL", warning)),
    ...withoutEffect,
  ];
}
