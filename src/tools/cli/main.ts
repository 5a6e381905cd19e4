/** The program `babylon-gltf-animation`. */
import { createProcessIo } from "./io.js";
import { run } from "./run.js";

/** The version of the package, inserted by the bundler. */
declare const VERSION: string;

process.exitCode = await run(process.argv.slice(2), createProcessIo(), VERSION);
