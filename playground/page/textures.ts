import type { BaseTexture } from "@babylonjs/core/Materials/Textures/baseTexture.js";
import type { Texture } from "@babylonjs/core/Materials/Textures/texture.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import type { ITextureInfo } from "@babylonjs/loaders/glTF/2.0/glTFLoaderInterfaces.js";
import type { IGLTFLoaderExtension } from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtension.js";
import type { GLTFLoader } from "@babylonjs/loaders/glTF/2.0/glTFLoader.js";
import { registerGLTFExtension } from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js";

const NAME = "playground_missing_textures";

/** One pixel each. glTF multiplies by 1 where a texture is missing; a normal points straight up. */
const WHITE = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC";
const UP = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNoaPgPAAODAgAApfuJAAAAAElFTkSuQmCC";

/** Loads a model without the textures that cannot be loaded, each with a warning. Babylon would refuse the whole model. */
class MissingTextures implements IGLTFLoaderExtension {
  readonly name = NAME;
  readonly enabled = true;
  readonly order = -1;
  private readonly _reported = new Set<unknown>();

  constructor(private readonly _loader: GLTFLoader) {}

  dispose(): void {
    this._reported.clear();
  }

  loadTextureInfoAsync(context: string, info: ITextureInfo, assign: (texture: BaseTexture) => void): Promise<BaseTexture> {
    let assigned: BaseTexture | undefined;
    const keep = (texture: BaseTexture): void => {
      assigned = texture;
      assign(texture);
    };
    const loaded = this._loader.loadTextureInfoAsync(context, info, keep) as Promise<BaseTexture>;
    return loaded.catch((error: unknown) => {
      if (!assigned) {
        throw error; // nothing but a wrong index fails before there is a texture
      }
      this._report(error);
      return replaceAsync(assigned as Texture, /normalTexture$/i.test(context) ? UP : WHITE);
    });
  }

  /** Warns once, however many materials have the texture. */
  private _report(error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    if (!this._reported.has(text)) {
      this._reported.add(text);
      Logger.Warn(`${text}${/[.!]$/.test(text) ? "" : "."} The model is shown without this texture.`);
    }
  }
}

/** A material waits for its textures, and is not drawn before. */
function replaceAsync(texture: Texture, url: string): Promise<BaseTexture> {
  return new Promise((resolve) => {
    texture.updateURL(url, null, () => resolve(texture));
  });
}

export function registerMissingTextures(): void {
  registerGLTFExtension(NAME, false, (loader) => new MissingTextures(loader as GLTFLoader));
}
