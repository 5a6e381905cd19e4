import type { Scene } from "@babylonjs/core/scene.js";
import { BufferTarget, CanvasSource, getFirstEncodableVideoCodec, Mp4OutputFormat, Output, Quality, WebMOutputFormat } from "mediabunny";
import { TimestampAt } from "../../../src/pure.js";
import { FILM_RATE, frameTimes, passOf, timestampInPass } from "./filmTiming.js";
import type { Playable } from "../playback/playable.js";
import type { Player } from "../playback/player.js";
import { draw } from "../stage/stage.js";
import { totalTimeOf } from "../plots/timeline.js";

/** Seconds between key frames, which players seek to. */
const KEY_INTERVAL = 1;
const BITS_PER_PIXEL = 0.25;

const FORMATS = {
  webm: { format: () => new WebMOutputFormat(), codecs: ["vp9", "vp8"], type: "video/webm", names: "VP8 or VP9" },
  mp4: { format: () => new Mp4OutputFormat({ fastStart: "in-memory" }), codecs: ["avc"], type: "video/mp4", names: "H.264" },
} as const;

export interface FilmOptions {
  readonly format: keyof typeof FORMATS;
  readonly signal: AbortSignal;
  /** Receives the part that is done, 0..1. */
  readonly onProgress: (share: number) => void;
}

/**
 * Films one pass of the selected clip, frame by frame, however long a frame takes to draw. Further playing clips advance by the same steps.
 * Afterwards, everything plays as before.
 * @throws Error if the browser cannot encode video, or no clip is selected
 */
export async function filmPass(canvas: HTMLCanvasElement, scene: Scene, player: Player, options: FilmOptions): Promise<Blob> {
  const { chosen } = player;
  if (!chosen) {
    throw new Error("Select a clip to film.");
  }
  const others = player.playables.filter((playable) => playable !== chosen && playable.isPlaying);
  const begin = others.map(({ settings, time }) => totalTimeOf(settings, time, 0));
  const restore = hold([chosen, ...others], player);
  const pose = (seconds: number): void => {
    others.forEach((other, i) => other.seek(TimestampAt(other.settings, begin[i]! + seconds).timestamp));
    chosen.seek(timestampInPass(chosen.settings, chosen.lastKey, seconds));
  };
  try {
    return await encode(canvas, scene, passOf(chosen.settings, chosen.lastKey), pose, options);
  } finally {
    restore();
  }
}

/** Pauses clips; the result lets them go on where they were, if their model is still shown. */
function hold(playables: readonly Playable[], player: Player): () => void {
  const before = playables.map((playable) => {
    const { timestamp, isPlaying, isPosing } = playable;
    return { playable, timestamp, isPlaying, isPosing };
  });
  playables.forEach((playable) => playable.pause());
  return () => {
    for (const { playable, timestamp, isPlaying, isPosing } of before.filter((each) => player.playables.includes(each.playable))) {
      playable.seek(timestamp);
      if (isPlaying) {
        playable.play();
      } else if (!isPosing) {
        playable.stop();
      }
    }
  };
}

/**
 * Encodes the canvas frame by frame.
 * @param seconds the length of the film
 * @param pose shows what is to be seen at a time of the film, in seconds
 */
async function encode(
  canvas: HTMLCanvasElement,
  scene: Scene,
  seconds: number,
  pose: (seconds: number) => void,
  { signal, onProgress, format }: FilmOptions,
): Promise<Blob> {
  if (typeof VideoEncoder === "undefined") {
    throw new Error("This browser cannot encode video (it has no WebCodecs).");
  }
  const times = frameTimes(seconds);
  const { width, height } = canvas;
  const { format: createFormat, codecs, type, names } = FORMATS[format];
  const quality = new Quality({ bitrate: Math.round(width * height * FILM_RATE * BITS_PER_PIXEL) });
  const codec = await getFirstEncodableVideoCodec([...codecs], { width, height, quality });
  if (!codec) {
    throw new Error(`This browser cannot encode ${names} video of ${width} × ${height} pixels.`);
  }
  const output = new Output({ format: createFormat(), target: new BufferTarget() });
  const source = new CanvasSource(canvas, { codec, quality, keyFrameInterval: KEY_INTERVAL, latencyMode: "quality" });
  output.addVideoTrack(source);
  try {
    await output.start();
    for (const [i, time] of times.entries()) {
      signal.throwIfAborted();
      pose(time / 1000);
      await draw(scene);
      const next = times[i + 1] ?? Math.round(seconds * 1000);
      await source.add(time / 1000, Math.max(next - time, 1) / 1000); // waits while the encoder is busy
      onProgress((i + 1) / times.length);
    }
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
  return new Blob([output.target.buffer!], { type });
}
