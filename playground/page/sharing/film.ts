import type { Scene } from "@babylonjs/core/scene.js";
import { TimestampAt } from "../../../src/pure.js";
import { FILM_RATE, frameTimes, passOf, timestampInPass } from "./filmTiming.js";
import type { Playable } from "../playback/playable.js";
import type { Player } from "../playback/player.js";
import { totalTimeOf } from "../plots/timeline.js";
import { writeWebM, type Film, type FilmFrame } from "./webm.js";

/** A key frame begins each second: players seek to one. */
const KEY_INTERVAL = FILM_RATE;
/** Frames that wait for the encoder. */
const MAX_QUEUE = 4;
const BITS_PER_PIXEL = 0.25;

const CODECS = [
  { name: "V_VP9", codec: "vp09.00.41.08" },
  { name: "V_VP8", codec: "vp8" },
] as const;

export interface FilmOptions {
  readonly signal: AbortSignal;
  /** Receives the part that is done, 0..1. */
  readonly onProgress: (share: number) => void;
}

/**
 * Films one pass of the selected clip, frame by frame, however long a frame takes to draw. Other clips that play go on in the same steps.
 * Afterwards, everything plays as before.
 * @throws Error if the browser cannot encode video, or no clip is selected
 */
export async function filmPass(canvas: HTMLCanvasElement, scene: Scene, player: Player, options: FilmOptions): Promise<Blob> {
  const { chosen } = player;
  if (!chosen) {
    throw new Error("Select a clip to film.");
  }
  const others = player.playables.filter((playable) => playable !== chosen && playable.isPlaying);
  const begin = others.map(({ settings, lead }) => totalTimeOf(settings, lead, 0));
  const restore = hold([chosen, ...others], player);
  const pose = (seconds: number): void => {
    others.forEach((other, i) => other.seek(TimestampAt(other.settings, begin[i]! + seconds).timestamp));
    chosen.seek(timestampInPass(chosen.settings, chosen.lastKey, seconds));
  };
  try {
    const film = await encode(canvas, scene, passOf(chosen.settings, chosen.lastKey), pose, options);
    return new Blob(writeWebM(film) as Uint8Array<ArrayBuffer>[], { type: "video/webm" });
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

async function encode(
  canvas: HTMLCanvasElement,
  scene: Scene,
  seconds: number,
  pose: (seconds: number) => void,
  { signal, onProgress }: FilmOptions,
): Promise<Film> {
  const times = frameTimes(seconds);
  const { width, height } = canvas;
  const frames: FilmFrame[] = [];
  const { encoder, name, failed } = await createEncoder(width, height, (frame) => frames.push(frame));
  try {
    for (const [i, time] of times.entries()) {
      signal.throwIfAborted();
      pose(time / 1000);
      await draw(scene);
      const next = times[i + 1] ?? Math.round(seconds * 1000);
      const frame = new VideoFrame(canvas, { timestamp: time * 1000, duration: Math.max(next - time, 1) * 1000, alpha: "discard" });
      encoder.encode(frame, { keyFrame: i % KEY_INTERVAL === 0 });
      frame.close();
      onProgress((i + 1) / times.length);
      while (encoder.encodeQueueSize > MAX_QUEUE) {
        await Promise.race([failed, new Promise((resolve) => encoder.addEventListener("dequeue", resolve, { once: true }))]);
      }
    }
    await Promise.race([failed, encoder.flush()]);
  } finally {
    if (encoder.state !== "closed") {
      encoder.close();
    }
  }
  return { codec: name, width, height, duration: Math.max(Math.round(seconds * 1000), times.at(-1)! + 1), frames };
}

interface Encoder {
  readonly encoder: VideoEncoder;
  readonly name: Film["codec"];
  /** Rejects when encoding fails. */
  readonly failed: Promise<never>;
}

/** @throws Error if the browser has no encoder for WebM */
async function createEncoder(width: number, height: number, onFrame: (frame: FilmFrame) => void): Promise<Encoder> {
  if (typeof VideoEncoder === "undefined") {
    throw new Error("This browser cannot encode video (it has no WebCodecs).");
  }
  const bitrate = Math.round(width * height * FILM_RATE * BITS_PER_PIXEL);
  for (const { name, codec } of CODECS) {
    const config: VideoEncoderConfig = { codec, width, height, bitrate, framerate: FILM_RATE, latencyMode: "quality" };
    const { supported } = await VideoEncoder.isConfigSupported(config);
    if (supported) {
      let fail: (error: Error) => void;
      const failed = new Promise<never>((_, reject) => (fail = reject));
      failed.catch(() => undefined);
      const encoder = new VideoEncoder({ output: (chunk) => onFrame(toFrame(chunk)), error: (error) => fail(error) });
      encoder.configure(config);
      return { encoder, name, failed };
    }
  }
  throw new Error("This browser cannot encode VP8 or VP9 video.");
}

function toFrame(chunk: EncodedVideoChunk): FilmFrame {
  const data = new Uint8Array(chunk.byteLength);
  chunk.copyTo(data);
  return { time: Math.round(chunk.timestamp / 1000), isKey: chunk.type === "key", data };
}

/** Draws completely. What is in the canvas is lost when the task ends. */
export async function draw(scene: Scene): Promise<void> {
  scene.render();
  if (!scene.isReady()) {
    await scene.whenReadyAsync();
    scene.render();
  }
}
