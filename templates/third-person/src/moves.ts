/** Which clips the character plays, by what it does. */
import type { ControllerDefinition } from "babylon-gltf-animation/controller";

/** The speeds at which the feet do not slide, in meters per second. */
export interface Speeds {
  walk: number;
  run: number;
}

export const moves = ({ walk, run }: Speeds) =>
  ({
    parameters: { speed: 0, grounded: true, jump: "trigger", attack: "trigger" },
    layers: [
      {
        name: "body",
        states: {
          ground: {
            blend: "speed",
            clips: [
              { clip: "idle", at: 0 },
              { clip: "walk", at: walk },
              { clip: "run", at: run },
            ],
          },
          jump: { clip: "jump" },
          fall: { clip: "fall" },
          land: { clip: "land" },
        },
        transitions: [
          // of the transitions from a state, the first one whose condition holds is taken
          { from: "ground", to: "jump", when: { jump: true }, duration: 0.08 },
          { from: "jump", to: "jump", when: { jump: true }, duration: 0.08 }, // in the frame in which it lands
          { from: "fall", to: "jump", when: { jump: true }, duration: 0.08 },
          { from: "land", to: "jump", when: { jump: true }, duration: 0.08 },
          { from: "ground", to: "fall", when: { grounded: false }, duration: 0.25 },
          { from: "jump", to: "land", when: { grounded: true }, duration: 0.08 },
          { from: "jump", to: "fall", after: 1, duration: 0.25 },
          { from: "fall", to: "land", when: { grounded: true }, duration: 0.08 },
          { from: "land", to: "fall", when: { grounded: false }, duration: 0.25 },
          { from: "land", to: "ground", when: { speed: { above: 0.1 } }, duration: 0.3 }, // goes on at once
          { from: "land", to: "ground", after: 0.7, duration: 0.2 },
        ],
      },
      {
        name: "arms",
        mask: "spine", // and what is above it, over whatever the legs do
        states: { none: {}, attack: { clip: "attack" } },
        transitions: [
          { from: "none", to: "attack", when: { attack: true }, duration: 0.06 },
          { from: "attack", to: "attack", when: { attack: true }, after: 0.6, duration: 0.1 }, // again, before it is over
          { from: "attack", to: "none", after: 0.8, duration: 0.2 },
        ],
      },
    ],
  }) as const satisfies ControllerDefinition;
