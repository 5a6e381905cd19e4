import type { ControlledAsset, WriteController } from "../../../src/tools.js";

/** The controller of a file, as the document has it. Immutable. */
export interface ControllerEntry {
  /** The index of the node whose extras have it; undefined for the topmost node that animations move. */
  readonly node?: number | undefined;
  /** As the file states it; may be wrong. */
  readonly definition: unknown;
  /** Where a person has put the states, see `GraphJson`; null where none was moved. */
  readonly places: unknown;
}

/** The member of a node's extras that has the places, beside the definition, which they leave as it is. */
const PLACES = "animationControllerPlaces";

type Extras = Readonly<Record<string, unknown>> | null | undefined;

/** The controllers of a file, by the nodes that have them. */
export function readControllers(json: object): readonly ControllerEntry[] {
  const { nodes } = json as { readonly nodes?: unknown };
  return (Array.isArray(nodes) ? (nodes as readonly ({ readonly extras?: Extras } | null)[]) : []).flatMap((each, node) => {
    const extras = each?.extras;
    const isStated = typeof extras === "object" && extras !== null && Object.hasOwn(extras, "animationController");
    return isStated ? [{ node, definition: extras["animationController"], places: extras[PLACES] ?? null }] : [];
  });
}

/** Writes a controller in place of the one that was opened. @param json is changed @param write of the tools, which are loaded when needed */
export function writeController(
  json: ControlledAsset,
  opened: ControllerEntry | null,
  { node, definition, places }: Partial<ControllerEntry>,
  write: typeof WriteController,
): void {
  const at = write(json, definition, node ?? opened?.node);
  const owner = (json.nodes as { extras?: Record<string, unknown> }[])[at]!;
  const extras = { ...owner.extras };
  if (places) {
    extras[PLACES] = places;
  } else {
    delete extras[PLACES];
  }
  owner.extras = extras;
  if (Object.keys(extras).length === 0) {
    delete owner.extras;
  }
}
