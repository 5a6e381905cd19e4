/** Root motion of retargeted clips. */
import { afterEach, expect, it } from "@jest/globals";
import { Matrix } from "@babylonjs/core/Maths/math.vector.js";
import { CreateRootMotionClipAsync, GetMotionBetween } from "../../../src/root-motion.js";
import { createScene, disposeScenes, importAsset } from "../../helpers/scene.js";
import { createWalker, HIPS_AND_FOOT, loadMoves, LONGER, OTHER, otherName } from "../../helpers/twoHeroes.js";

afterEach(disposeScenes);

it.each([0, 0.25])("root motion of a retargeted clip from %d s goes as far as the size of the character says", async (begin) => {
  const scene = createScene({ rightHanded: true });
  const moves = await loadMoves(createWalker(begin).asset, scene);
  const [walk] = moves.addTo(await importAsset(OTHER, scene), { clips: ["walk"], renameNodes: otherName, retarget: HIPS_AND_FOOT });
  const motion = await CreateRootMotionClipAsync(walk);
  const { x, y, z } = GetMotionBetween(motion, 0, begin + 0.5, new Matrix()).getTranslation();
  [x, y, z].forEach((each, i) => expect(each).toBeCloseTo([0, 0, LONGER][i]!, 5));
});
