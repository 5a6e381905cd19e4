import type { ExportedJson } from "../../host/gltf/gltfExporter.js";
import { getOrMake } from "../../../gltf/util/index.js";
import type { PointerType } from "../../../gltf/objectModel/index.js";
import { type Curve, holdUntil, mapCurve } from "../read/curve.js";
import type { Location } from "./locator.js";
import type { SamplerJson, Samplers } from "./samplers.js";

/** Collects the channels of one animation. */
export class AnimationWriter {
  private readonly _entries: { location: Location; type: PointerType; curve: Curve }[] = [];

  constructor(private readonly _samplers: Samplers) {}

  add(location: Location, type: PointerType, curve: Curve): void {
    this._entries.push({ location, type, curve: location.convert ? mapCurve(curve, location.convert) : curve });
  }

  /** @param end the end time of the animation in seconds; if all channels end earlier, a channel is extended to keep the length */
  finish(end: number): { channels: ExportedJson[]; samplers: SamplerJson[] } {
    const [first] = this._entries;
    if (first && !this._entries.some(({ curve: { times } }) => times[times.length - 1]! >= end)) {
      first.curve = holdUntil(first.curve, end);
    }
    const samplers: SamplerJson[] = [];
    const known = new Map<string, number>();
    const channels = this._entries.map(({ location, type, curve }) => {
      const sampler = this._samplers.add(curve, type, location.core?.path === "rotation" || location.core?.path === "weights");
      const index = getOrMake(known, Object.values(sampler).join(), () => samplers.push(sampler) - 1);
      return { sampler: index, target: targetOf(location) };
    });
    return { channels, samplers };
  }
}

function targetOf({ core, pointer }: Location): ExportedJson {
  return core ? { ...core } : { path: "pointer", extensions: { KHR_animation_pointer: { pointer } } };
}
