import type { AnyTarget } from "../target.js";
import { CALLS_TARGET } from "./calls.js";
import { CLOCKS_TARGET } from "./clocks.js";
import { CROWDS_TARGET } from "./crowds.js";
import { LOADING_TARGET } from "./loading.js";
import { PAGE_TARGET } from "./page.js";
import { SCHEMA_TARGET } from "./schema.js";
import { TOOLS_TARGET } from "./tools.js";

export const TARGETS: readonly AnyTarget[] = [
  CLOCKS_TARGET,
  SCHEMA_TARGET,
  PAGE_TARGET,
  TOOLS_TARGET,
  LOADING_TARGET,
  CALLS_TARGET,
  CROWDS_TARGET,
];
