/** Options that are undefined are options that are left out, as in `{ files: settings.files }`. The compiler checks it: `exactOptionalPropertyTypes` is on. */
import { expect, it } from "@jest/globals";
import type { ClipExtensionOptions, CompiledGroupsOptions, CrossFadeOptions, RegisterCompiledGroups } from "../../../src/index.js";
import type { AnimationExportOptions } from "../../../src/serializer.js";

it("options may be undefined", () => {
  const groups: Parameters<typeof RegisterCompiledGroups>[0] = { files: undefined, groups: undefined, skeletons: undefined };
  const loading: CompiledGroupsOptions = { enabled: undefined, groups: undefined, skeletons: undefined };
  const clips: ClipExtensionOptions = {
    maxWarnings: undefined,
    keys: undefined,
    openEnd: undefined,
    overtime: undefined,
    evaluationMode: undefined,
    maxClips: undefined,
  };
  const fades: CrossFadeOptions = { keepStep: undefined };
  const exported: AnimationExportOptions = { groupsAsClips: undefined, initialValues: undefined };
  expect([groups, loading, clips, fades, exported].flatMap((options) => Object.values(options))).toEqual(
    new Array<undefined>(14).fill(undefined),
  );
});
