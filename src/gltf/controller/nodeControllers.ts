import { isObject, itemsOf, show } from "../util/index.js";

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

/** The parts of a glTF file's JSON that controllers are about. */
export interface ControlledAsset {
  readonly nodes?: unknown;
  readonly animations?: unknown;
}

/** The definition of a controller in the `extras` of a node; undefined if there is none. */
export function controllerIn(extras: unknown): unknown {
  return isObject(extras) && Object.hasOwn(extras, CONTROLLER_MEMBER) ? extras[CONTROLLER_MEMBER] : undefined;
}

/** All definitions of controllers in the JSON of an asset. */
export function controllersIn({ nodes }: ControlledAsset): readonly NodeController[] {
  return itemsOf(nodes as readonly unknown[]).flatMap((node, i) => {
    const definition = isObject(node) ? controllerIn(node["extras"]) : undefined;
    return definition === undefined ? [] : [{ node: i, pointer: `/nodes/${i}/extras/${CONTROLLER_MEMBER}`, definition }];
  });
}

/** The topmost nodes at or above those that animations of an asset move. */
export function topmostMoved({ nodes, animations }: ControlledAsset): readonly number[] {
  const list = itemsOf(nodes as readonly { readonly children?: unknown }[]);
  const childrenOf = (node: { readonly children?: unknown } | null): readonly number[] => itemsOf(node?.children as readonly number[]);
  const parents = new Map(list.flatMap((node, parent) => childrenOf(node).map((child) => [child, parent] as const)));
  const moved = itemsOf(animations as readonly { readonly channels?: unknown }[]).flatMap((animation) =>
    itemsOf(animation?.channels as readonly { readonly target?: { readonly node?: number } }[]).flatMap(
      (channel) => channel?.target?.node ?? [],
    ),
  );
  const topmost = moved.map((node) => {
    const path = new Set([node]);
    for (let each = parents.get(node); each !== undefined && !path.has(each); each = parents.get(each)) {
      path.add(each);
    }
    return [...path].at(-1)!;
  });
  return [...new Set(topmost)].filter((node) => node in list);
}

/**
 * Writes the definition of a controller into the JSON of a glTF file: as `extras.animationController` of a node, whose other extras stay.
 * @param asset is changed
 * @param definition is not checked: see `CheckController`; undefined removes the one that the node has
 * @param node the index of a node of the character. Default the first topmost one that animations move
 * @returns the index of the node
 * @throws RangeError if there is no such node
 * @example WriteController(file.json, definition);
 * @experimental
 */
export function WriteController(asset: ControlledAsset, definition: unknown, node = topmostMoved(asset)[0]): number {
  const found: unknown = node === undefined ? undefined : itemsOf(asset.nodes as readonly unknown[])[node];
  if (!isObject(found)) {
    throw new RangeError(
      `node: must be the index of a node of the asset (got ${node === undefined ? "no node that animations move" : show(node)})`,
    );
  }
  const extras: Record<string, unknown> = { ...(isObject(found["extras"]) ? found["extras"] : {}), [CONTROLLER_MEMBER]: definition };
  if (definition === undefined) {
    delete extras[CONTROLLER_MEMBER];
  }
  const changed = found as { extras?: unknown };
  if (Object.keys(extras).length > 0) {
    changed.extras = extras;
  } else {
    delete changed.extras;
  }
  return node!;
}

/** What a controller may name in an asset. @param clips the names of its clips */
export function namesIn(
  { nodes, animations }: ControlledAsset,
  clips: readonly (string | undefined)[],
): { readonly clips: string[]; readonly nodes: string[] } {
  const all = itemsOf(animations as readonly { name?: unknown }[]).map((animation, i) => animation?.name ?? `animation${i}`); // as Babylon's loader names them
  const isName = (name: unknown): name is string => typeof name === "string";
  const named = itemsOf(nodes as readonly { name?: unknown }[]).map((node, i) => node?.name ?? `node${i}`);
  return { clips: [...clips, ...all].filter(isName), nodes: named.filter(isName) };
}
