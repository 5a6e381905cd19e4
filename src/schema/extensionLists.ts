/** The part of a glTF asset that lists its extensions. */
export interface ExtensibleAsset {
  extensions?: Record<string, unknown>;
  extensionsUsed?: string[];
  extensionsRequired?: string[];
}

/** Names an extension among those that an asset uses. */
export function listExtension(asset: ExtensibleAsset, name: string): void {
  if (!asset.extensionsUsed?.includes(name)) {
    asset.extensionsUsed = [...(asset.extensionsUsed ?? []), name];
  }
}

/** Takes an extension out of the lists of an asset. Empty lists are removed, too: glTF does not allow them. */
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

/** Takes an extension of the root out of an asset. */
export function removeExtension(asset: ExtensibleAsset, name: string): void {
  if (asset.extensions && name in asset.extensions) {
    const rest = Object.entries(asset.extensions).filter(([extension]) => extension !== name);
    if (rest.length > 0) {
      asset.extensions = Object.fromEntries(rest);
    } else {
      delete asset.extensions;
    }
  }
  unlistExtension(asset, name);
}
