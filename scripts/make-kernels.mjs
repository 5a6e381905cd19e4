/** Compiles `assembly/poses.ts` to `src/characters/crowd/live/poseKernelsBinary.ts`. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const COMPILER = "node_modules/assemblyscript/bin/asc.js";
/** Below this size, all browsers compile a module at once. */
const MAX_BYTES = 4096;

// without the name of a file, the compiler writes the module to its output
const binary = execFileSync(
  process.execPath,
  [COMPILER, "assembly/poses.ts", "--outFile", "--optimizeLevel", "3", "--noAssert", "--runtime", "stub", "--enable", "simd"],
  { cwd: ROOT },
);
if (binary.length > MAX_BYTES) {
  throw new Error(`assembly/poses.ts: must be at most ${MAX_BYTES} bytes (got ${binary.length})`);
}
const text = `/** The kernels in WebAssembly, in base64. Made of \`assembly/poses.ts\` by \`npm run generate\`. */
export const POSE_KERNELS =
  "${binary.toString("base64")}";
`;
writeFileSync(`${ROOT}src/characters/crowd/live/poseKernelsBinary.ts`, text);
