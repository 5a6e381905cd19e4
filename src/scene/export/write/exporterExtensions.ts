/** The two extensions of Babylon's exporter that write animations and clips. */
import type { BaseTexture } from "@babylonjs/core/Materials/Textures/baseTexture.js";
import type { IGLTFExporterExtensionV2 } from "@babylonjs/serializers/glTF/2.0/glTFExporterExtension.js";
import type { ExportedJson } from "../../host/gltf/gltfExporter.js";
import type { AnimationExport } from "./animationExport.js";

type Hook<Name extends keyof IGLTFExporterExtensionV2> = NonNullable<IGLTFExporterExtensionV2[Name]>;

/** Writes all animations. Babylon lists the extension in the asset if a channel animates by JSON pointer. */
export class PointerExporterExtension implements IGLTFExporterExtensionV2 {
  readonly name = "KHR_animation_pointer";
  readonly enabled = true;
  readonly required = false;

  /** @param _onWritten called once all animations are written */
  constructor(
    private readonly _export: AnimationExport,
    private readonly _onWritten: () => void,
  ) {}

  get wasUsed(): boolean {
    return this._export.hasPointers;
  }

  postExportNodeAsync(...[, json, node, , isMirrored]: Parameters<Hook<"postExportNodeAsync">>): ReturnType<Hook<"postExportNodeAsync">> {
    this._export.addNode(node, json as ExportedJson, isMirrored);
    return Promise.resolve(json);
  }

  postExportMaterialAdditionalTexturesAsync(
    ...[, , material]: Parameters<Hook<"postExportMaterialAdditionalTexturesAsync">>
  ): Promise<BaseTexture[]> {
    return Promise.resolve(this._export.texturesOf(material));
  }

  preGenerateBinaryAsync(): Promise<void> {
    this._export.write();
    this._onWritten();
    return Promise.resolve();
  }

  onExporting(): void {
    this._export.writeLate();
  }

  dispose(): void {}
}

/** Writes the clips. */
export class ClipExporterExtension implements IGLTFExporterExtensionV2 {
  readonly name = "KHR_animation_clip";
  readonly enabled = true;
  readonly required = false;

  constructor(private readonly _export: AnimationExport) {}

  get wasUsed(): boolean {
    return this._export.clips.length > 0;
  }

  onExporting(): void {
    this._export.writeClips();
  }

  dispose(): void {}
}
