/** The time that a clip has played, compared with the total time of the closed form. */
import { describe, expect, it } from "@jest/globals";
import { ClipClock } from "../../../src/gltf/timing/clock.js";
import { PlayedTime } from "../../../src/gltf/timing/playedTime.js";
import type { ClipSettings } from "../../../src/gltf/timing/settings.js";

function play(settings: ClipSettings, steps: readonly number[], change?: (clock: ClipClock, step: number) => void): PlayedTime {
  const clock = new ClipClock(settings);
  const played = new PlayedTime();
  steps.forEach((seconds, i) => {
    change?.(clock, i);
    const from = clock.timestamp;
    const step = clock.advance(seconds);
    played.add(from, clock.timestamp, step, clock.settings);
  });
  return played;
}

describe("PlayedTime", () => {
  it.each<[string, ClipSettings, number, number]>([
    ["a loop", { end: 2 }, 7, 3],
    ["a loop backwards", { end: 2, offset: 2, speed: -1 }, -7, -3],
    ["ping-pong", { end: 2, reverse: true }, 1, 0],
    ["an even number of passes of ping-pong", { end: 3.5, reverse: true }, 0, 0],
    ["three passes", { end: 2, repetitions: 3 }, 6, 2],
    ["one pass from its middle", { end: 2, offset: 1, repetitions: 1 }, 1, 0],
    ["no end", {}, 7, 0],
    ["twice as fast", { end: 2, speed: 2 }, 14, 6],
  ])("is that of %s, in one step and in many", (_, settings, seconds, passes) => {
    for (const steps of [[7], Array.from({ length: 700 }, () => 0.01)]) {
      const played = play(settings, steps);
      expect(played.seconds).toBeCloseTo(seconds, 10);
      expect(played.passes).toBe(passes);
    }
  });

  it("has no time of a seek, and takes back what is played after a change of sign", () => {
    const steps = [1.5, 1, 1, 2];
    const seek = play({ end: 2 }, steps, (clock, i) => i === 2 && (clock.timestamp = 0.1));
    expect(seek.seconds).toBeCloseTo(5.5, 12);
    const turned = play({ end: 2 }, steps, (clock, i) => i === 3 && (clock.speed = -1));
    expect(turned.seconds).toBeCloseTo(1.5, 12);
    expect(turned.passes).toBe(0);
  });

  it("follows an animatable from where it finds it", () => {
    const played = new PlayedTime();
    const [leader, other] = [{}, {}];
    played.follow(0.5, leader, 4, 0, 2);
    played.follow(0.25, leader, 6, 0, 2);
    expect(played).toMatchObject({ seconds: 3.75, passes: 2, timestamp: 0.25 });
    played.follow(1.5, other, 0, 0, 2);
    expect(played).toMatchObject({ seconds: 3.75, passes: 2, timestamp: 1.5 });
  });
});
