import { isObject, itemsOf } from "../util/index.js";

/** The member of a node's `extras` that has the definition of a controller for the character below the node. */
export const CONTROLLER_MEMBER = "animationController";

/** The definition of a controller in an asset. */
export interface NodeController {
  /** The index of the node. */
  readonly node: number;
  /** The JSON pointer of the definition. */
  readonly pointer: string;
  /** Not checked. */
  readonly definition: unknown;
}

interface Asset {
  readonly nodes?: unknown;
  readonly animations?: unknown;
}

/** The definition of a controller in the `extras` of a node; undefined if there is none. */
export function controllerIn(extras: unknown): unknown {
  return isObject(extras) && Object.hasOwn(extras, CONTROLLER_MEMBER) ? extras[CONTROLLER_MEMBER] : undefined;
}

/** All definitions of controllers in the JSON of an asset. */
export function controllersIn({ nodes }: Asset): readonly NodeController[] {
  return itemsOf(nodes as readonly unknown[]).flatMap((node, i) => {
    const definition = isObject(node) ? controllerIn(node["extras"]) : undefined;
    return definition === undefined ? [] : [{ node: i, pointer: `/nodes/${i}/extras/${CONTROLLER_MEMBER}`, definition }];
  });
}

/** What a controller may name in an asset. @param clips the names of its clips */
export function namesIn(
  { nodes, animations }: Asset,
  clips: readonly (string | undefined)[],
): { readonly clips: string[]; readonly nodes: string[] } {
  const all = itemsOf(animations as readonly { name?: unknown }[]).map((animation, i) => animation?.name ?? `animation${i}`); // as Babylon's loader names them
  const isName = (name: unknown): name is string => typeof name === "string";
  const named = itemsOf(nodes as readonly { name?: unknown }[]).map((node, i) => node?.name ?? `node${i}`);
  return { clips: [...clips, ...all].filter(isName), nodes: named.filter(isName) };
}
