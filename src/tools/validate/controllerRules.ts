import { controllersIn } from "../../gltf/controller/index.js";
import type { Finding } from "../../gltf/util/index.js";
import type { Source } from "../asset.js";
import { checkController } from "../controllers.js";

/** Checks the definitions of controllers in the `extras` of nodes. */
export function checkControllers({ json }: Source): readonly Finding[] {
  return controllersIn(json).flatMap(({ pointer: at, definition }) =>
    checkController(json, definition).map(({ pointer, ...finding }) => {
      return { ...finding, pointer: `${at}${pointer.startsWith("/") ? pointer : ""}` };
    }),
  );
}
