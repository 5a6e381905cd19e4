/** The extension members of a glTF asset. */
export interface ExtensibleAsset {
  extensions?: Record<string, unknown>;
  extensionsUsed?: string[];
  extensionsRequired?: string[];
}

/** Adds an extension to the `extensionsUsed` of an asset. */
export function listExtension(asset: ExtensibleAsset, name: string): void {
  if (!asset.extensionsUsed?.includes(name)) {
    asset.extensionsUsed = [...(asset.extensionsUsed ?? []), name];
  }
}

/** Removes an extension from the lists of an asset. Empty lists are removed, too, because glTF does not allow empty lists. */
export function unlistExtension(asset: ExtensibleAsset, name: string): void {
  for (const list of ["extensionsUsed", "extensionsRequired"] as const) {
    if (asset[list]?.includes(name)) {
      const rest = asset[list].filter((listed) => listed !== name);
      if (rest.length > 0) {
        asset[list] = rest;
      } else {
        delete asset[list];
      }
    }
  }
}

/**
 * Removes an extension from the root and the lists of an asset. An `extensions` that becomes empty is removed, too, unless the asset had an
 * empty one before the extension was added.
 */
export function removeExtension(asset: ExtensibleAsset, name: string): void {
  if (asset.extensions && name in asset.extensions) {
    const rest = Object.entries(asset.extensions).filter(([extension]) => extension !== name);
    if (rest.length > 0 || hadEmptyExtensions(asset)) {
      asset.extensions = Object.fromEntries(rest);
    } else {
      delete asset.extensions;
    }
  }
  unlistExtension(asset, name);
}

/**
 * Whether an asset had an empty `extensions` before its only extension was added. The list that the addition made is then the last member,
 * apart from the `extensions`: members that are added together are neighbors.
 */
function hadEmptyExtensions(asset: ExtensibleAsset): boolean {
  const [neighbor, last] = Object.keys(asset).slice(-2);
  return last === "extensionsUsed" && neighbor !== "extensions" && asset.extensionsUsed!.length === 1;
}
