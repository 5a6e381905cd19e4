import { Logger } from "@babylonjs/core/Misc/logger.js";
import { excerpt, parseArrayIndex, parseJsonPointer, show } from "../util/index.js";
import { COMPONENTS } from "../objectModel/index.js";
import type { PointerOwner, PointerRegistration, PointerRow } from "./pointerRow.js";

const rowsByTemplate = new Map<string, PointerRow>();
const registered = new Set<PointerRow>();

/**
 * Makes another property animatable by JSON pointer, such as one of a vendor extension or a custom material. Properties that this package
 * animates itself cannot be replaced: a registration made before they are loaded gives way to them, with a warning.
 * @throws RangeError if a member of the registration is invalid, or its template is already registered
 * @example
 * RegisterPointer({
 *   template: "/materials/{}/extensions/VENDOR_glow/strength",
 *   type: "float",
 *   default: 1,
 *   landing: { owner: "material", at: "alpha", write: (material, value) => (material.alpha = value[0]!) },
 * });
 */
export function RegisterPointer(registration: PointerRegistration): void {
  const row = registration as PointerRow; // a landing is only ever given objects of its owner
  const { template } = row;
  checkTemplate(template);
  check("template", !rowsByTemplate.has(template), "not be registered before", template);
  checkValues(row);
  checkLanding(row);
  rowsByTemplate.set(template, row);
  registered.add(row);
}

/**
 * Undoes {@link RegisterPointer}, for files that are loaded from then on.
 * @returns whether the template was registered
 */
export function UnregisterPointer(template: string): boolean {
  const row = rowsByTemplate.get(template);
  return row !== undefined && registered.delete(row) && rowsByTemplate.delete(template);
}

/** Adds the rows of the package. Adding them again changes nothing. */
export function addTable(rows: readonly PointerRow[]): void {
  for (const row of rows) {
    if ((rowOf(row.template) ?? row) !== row) {
      Logger.Warn(`RegisterPointer: template: must not be one of this package's own (got ${excerpt(row.template)})`);
    }
    rowsByTemplate.set(row.template, row);
  }
}

export function rowOf(template: string): PointerRow | undefined {
  return rowsByTemplate.get(template);
}

/** All properties that can be animated, and those of glTF that cannot, in the order in which they were registered. */
export function pointerRows(): readonly PointerRow[] {
  return [...rowsByTemplate.values()];
}

/** @throws RangeError, with the field, the rule and the value */
function check(field: string, holds: boolean, rule: string, value: unknown): void {
  if (!holds) {
    throw new RangeError(`${field}: must ${rule} (got ${typeof value === "string" ? excerpt(value) : show(value)})`);
  }
}

function checkTemplate(template: string): void {
  const tokens = (typeof template === "string" && parseJsonPointer(template)) || [];
  const hasIndex = tokens.includes("{}") || (tokens[0] === "extensions" && tokens.length > 2);
  check(
    "template",
    hasIndex && !tokens.some((token) => parseArrayIndex(token) >= 0),
    "be a JSON pointer with {} for each array index",
    template,
  );
}

function checkValues({ type, min, max, above, below, default: byDefault, unstated, fixedAt }: PointerRow): void {
  check("type", Object.hasOwn(COMPONENTS, type), `be one of ${Object.keys(COMPONENTS).join(", ")}`, type);
  for (const [field, bound] of Object.entries({ min, max, above, below, unstated, fixedAt })) {
    check(field, bound === undefined || (typeof bound === "number" && !Number.isNaN(bound)), "be a number", bound);
  }
  check("min", (min ?? -Infinity) <= (max ?? Infinity), "be <= max", min);
  check("above", (above ?? -Infinity) < (below ?? Infinity), "be < below", above);
  if (byDefault !== undefined) {
    const components: unknown[] = [byDefault].flat();
    const count = COMPONENTS[type] || components.length;
    const kind = type === "bool" ? "boolean" : "number";
    check(
      "default",
      components.length === count && components.every((component) => typeof component === kind),
      `have ${count} components of type ${kind}`,
      byDefault,
    );
  }
}

const OWNERS: readonly PointerOwner[] = ["camera", "light", "material", "node", "mesh", "environment", "none"];

function checkLanding({ template, landing }: PointerRow): void {
  if (typeof landing === "string") {
    return;
  }
  const { owner, at, write } = (landing ?? {}) as Partial<typeof landing>;
  check(
    "landing.owner",
    OWNERS.some((each) => each === owner),
    `be one of ${OWNERS.join(", ")}`,
    owner,
  );
  check("landing.owner", owner === "none" || template.includes("{}"), "be none where the template has no index", owner);
  check("landing.at", typeof at === "string", "be a string", at);
  check("landing.write", typeof write === "function", "be a function", write);
}
