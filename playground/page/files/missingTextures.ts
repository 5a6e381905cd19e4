import type { BaseTexture } from "@babylonjs/core/Materials/Textures/baseTexture.js";
import type { InternalTexture } from "@babylonjs/core/Materials/Textures/internalTexture.js";
import { RawTexture } from "@babylonjs/core/Materials/Textures/rawTexture.js";
import type { Texture } from "@babylonjs/core/Materials/Textures/texture.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import type { Scene } from "@babylonjs/core/scene.js";
import type { ITextureInfo } from "@babylonjs/loaders/glTF/2.0/glTFLoaderInterfaces.js";
import type { IGLTFLoaderExtension } from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtension.js";
import type { GLTFLoader } from "@babylonjs/loaders/glTF/2.0/glTFLoader.js";
import { registerGLTFExtension } from "@babylonjs/loaders/glTF/2.0/glTFLoaderExtensionRegistry.js";

const NAME = "playground_missing_textures";

/** glTF multiplies by 1 where there is no texture; a normal then points straight up. */
const WHITE = [255, 255, 255, 255];
const UP = [128, 128, 255, 255];

/** Loads a model without the textures that cannot be loaded, each with a warning. Babylon would refuse the whole model. */
class MissingTextures implements IGLTFLoaderExtension {
  readonly name = NAME;
  readonly enabled = true;
  readonly order = -1;
  private readonly _failures = new Map<InternalTexture, unknown>();
  private readonly _reported = new Set<number>();

  constructor(private readonly _loader: GLTFLoader) {}

  dispose(): void {
    this._failures.clear();
    this._reported.clear();
  }

  async loadTextureInfoAsync(context: string, info: ITextureInfo, assign: (texture: BaseTexture) => void): Promise<BaseTexture> {
    let assigned: BaseTexture | undefined;
    try {
      return await new Promise<BaseTexture>((resolve, reject) => {
        const watch = (texture: BaseTexture): void => {
          assigned = texture;
          this._watch(texture as Texture, reject);
          assign(texture);
        };
        this._loader.loadTextureInfoAsync(context, info, watch).then(resolve, reject);
      });
    } catch (error) {
      this._report(info.index, error);
      // a material is not drawn before its textures are ready
      const pixel = pixelOf(/normalTexture$/i.test(context) ? UP : WHITE, this._loader.babylonScene);
      assign(pixel);
      assigned?.dispose();
      return pixel;
    }
  }

  /** Babylon reports the failure of a picture that several textures share to the first one only; the others would wait for ever. */
  private _watch(texture: Texture, onFailure: (error: unknown) => void): void {
    const updateURL = texture.updateURL.bind(texture);
    texture.updateURL = (...args) => {
      updateURL(...args);
      const shared = texture.getInternalTexture();
      if (shared && this._failures.has(shared)) {
        onFailure(this._failures.get(shared));
      }
      shared?.onErrorObservable.addOnce(({ message }) => {
        this._failures.set(shared, message);
        onFailure(message);
      });
    };
  }

  /** Warns once, however many materials have the texture. */
  private _report(index: number, error: unknown): void {
    if (!this._reported.has(index)) {
      this._reported.add(index);
      Logger.Warn(`/textures/${index}: ${reasonOf(error)} The model is shown without this texture.`);
    }
  }
}

const pixels = new Map<readonly number[], BaseTexture>();

/** Belongs to the page, and outlives its models. */
function pixelOf(color: readonly number[], scene: Scene): BaseTexture {
  const pixel = pixels.get(color) ?? RawTexture.CreateRGBATexture(Uint8Array.from(color), 1, 1, scene);
  pixels.set(color, pixel);
  return pixel;
}

function reasonOf(error: unknown): string {
  const text = (error instanceof Error ? error.message : String(error)).replace(/^\/\S+: /, "");
  if (text.startsWith("Error while trying to load image")) {
    return "The browser cannot read the picture."; // Babylon names a temporary address
  }
  return /[.!]$/.test(text) ? text : `${text}.`;
}

export function registerMissingTextures(): void {
  registerGLTFExtension(NAME, false, (loader) => new MissingTextures(loader));
}
