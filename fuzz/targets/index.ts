import type { AnyTarget } from "../target.js";
import { CALLS_TARGET } from "./calls.js";
import { LOADING_TARGET } from "./loading.js";
import { TOOLS_TARGET } from "./tools.js";

export const TARGETS: readonly AnyTarget[] = [TOOLS_TARGET, LOADING_TARGET, CALLS_TARGET];
