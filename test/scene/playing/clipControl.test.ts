import { afterEach, describe, expect, it } from "@jest/globals";
import { CreateClip } from "../../../src/pure.js";
import { createRulerClip, FPS, record } from "../../helpers/rulerClip.js";
import { ruleOf } from "../../helpers/rules.js";
import { disposeScenes, FRAME, render } from "../../helpers/scene.js";

afterEach(disposeScenes);

describe("pausing, seeking and changing", () => {
  it("pauses and resumes where it was", () => {
    const { scene, node, clip } = createRulerClip({ end: 5 });
    clip.play();
    render(scene, 11);
    clip.pause();
    expect([clip.isStarted, clip.isPlaying]).toEqual([true, false]);
    render(scene, 50);
    expect(node.position.x).toBeCloseTo(10 * FRAME, 6);
    clip.play();
    expect(clip.isPlaying).toBe(true);
    render(scene, 1);
    expect(node.position.x).toBeCloseTo(11 * FRAME, 6);
  });

  it("seeks while paused, shows it at once, and continues from there", () => {
    const { scene, node, clip } = createRulerClip({ end: 5 });
    clip.play();
    render(scene, 3);
    clip.pause();
    clip.timestamp = 2;
    expect(node.position.x).toBe(2);
    render(scene, 3);
    expect(node.position.x).toBe(2);
    clip.restart();
    render(scene, 1);
    expect(node.position.x).toBeCloseTo(2.016, 6);
  });

  it("seeks while paused at any weight, and mixes by weight only while playing", () => {
    const { scene, node, clip } = createRulerClip({ end: 5 });
    clip.weight = 0.5;
    clip.play();
    render(scene, 3);
    clip.timestamp = 4;
    expect(node.position.x).toBeCloseTo(4, 6);
    render(scene, 1);
    expect(node.position.x).toBeCloseTo(0.5 * (4 + FRAME), 6);
    clip.pause();
    clip.timestamp = 2;
    expect(node.position.x).toBe(2);
    clip.goToFrame(60, true);
    render(scene, 1);
    expect(node.position.x).toBe(0.5);
  });

  it("seeks while playing", () => {
    const { scene, node, clip } = createRulerClip({ end: 5 });
    clip.play();
    render(scene, 3);
    clip.timestamp = 2;
    expect(node.position.x).toBe(2);
    render(scene, 1);
    expect(node.position.x).toBeCloseTo(2.016, 6);
  });

  it("seeks while it plays backwards, and continues backwards from there", () => {
    const { scene, node, clip } = createRulerClip({ end: 5, speed: -1 });
    clip.play();
    render(scene, 150);
    clip.goToFrame(2 * FPS);
    expect(node.position.x).toBe(2);
    render(scene, 1);
    expect(node.position.x).toBeCloseTo(2 - FRAME, 6);
  });

  it("seeks while stopped, shows it, and starts from there once", () => {
    const { scene, node, clip } = createRulerClip({ start: 1, end: 5 });
    clip.timestamp = 3;
    expect(node.position.x).toBe(3);
    expect(clip.isStarted).toBe(false);
    expect(scene.animatables).toHaveLength(0);
    clip.play();
    render(scene, 2);
    expect(clip.timestamp).toBeCloseTo(3.016, 9);
    clip.stop();
    clip.play();
    render(scene, 2);
    expect(clip.timestamp).toBeCloseTo(1.016, 9);
  });

  it("keeps where it was sought when its settings change before it plays", () => {
    const { scene, clip } = createRulerClip({ end: 5 });
    clip.settings = { start: 1, end: 5, offset: 1 };
    expect(clip.timestamp).toBe(2);
    clip.timestamp = 3;
    clip.speedRatio = -1;
    clip.play();
    render(scene, 2);
    expect(clip.timestamp).toBeCloseTo(2.984, 9);
  });

  it("seeks within its bounds only", () => {
    const { clip } = createRulerClip({ start: 1, end: 5 });
    clip.timestamp = 9;
    expect(clip.timestamp).toBe(5);
    clip.goToFrame(0);
    expect(clip.timestamp).toBe(1);
    expect(() => (clip.timestamp = NaN)).toThrow(`timestamp: ${ruleOf("number", "NaN")}`);
  });

  it("changes speed and its sign while playing, and continues from where it is", () => {
    const { scene, clip } = createRulerClip({ end: 5 });
    clip.play();
    render(scene, 101);
    clip.speedRatio = 2;
    render(scene, 10);
    expect(clip.timestamp).toBeCloseTo(120 * FRAME, 9);
    clip.speedRatio = -1;
    render(scene, 20);
    expect(clip.timestamp).toBeCloseTo(100 * FRAME, 9);
    clip.speedRatio = 0;
    render(scene, 20);
    expect(clip.timestamp).toBeCloseTo(100 * FRAME, 9);
  });

  it("keeps the direction of ping-pong through a change of speed", () => {
    const { scene, clip } = createRulerClip({ end: 1, reverse: true });
    clip.play();
    render(scene, 76); // 1.2 s: on the way back
    clip.speedRatio = 2;
    render(scene, 5);
    expect(clip.timestamp).toBeCloseTo(0.8 - 5 * 2 * FRAME, 9);
  });

  it("takes new settings at once and plays the pass under way to its bound", () => {
    const { scene, clip } = createRulerClip({ end: 1 });
    const log = record(clip);
    clip.play();
    render(scene, 150); // 2.384 s
    expect(clip.completedRepetitions).toBe(2);
    clip.loopAnimation = false;
    expect(clip.isPlaying).toBe(true);
    render(scene, 60);
    expect(clip.timestamp).toBe(1);
    expect(log.slice(-3)).toEqual(["finish 1 1", "end", "group end"]);
  });

  it("resets to the pose from before while it plays, to the first pose otherwise", () => {
    const { scene, node, clip } = createRulerClip({ start: 1, end: 2 });
    node.position.x = -7;
    clip.play();
    render(scene, 10);
    clip.reset();
    expect([node.position.x, clip.timestamp]).toEqual([-7, 1]);
    render(scene, 2);
    expect(node.position.x).toBeCloseTo(1.016, 6);
    clip.stop();
    clip.reset();
    expect(node.position.x).toBe(1);
    expect(scene.animatables).toHaveLength(0);
  });

  it("resets to its start after its speed changed", () => {
    const { scene, clip } = createRulerClip({ start: 1, end: 2 });
    clip.play();
    render(scene, 30);
    clip.speedRatio = 2;
    clip.reset();
    render(scene, 2);
    expect(clip.timestamp).toBeCloseTo(1 + 2 * FRAME, 9);
  });

  it("stops when its repetitions become 0", () => {
    const { scene, clip } = createRulerClip({ end: 5 });
    const log = record(clip);
    clip.play();
    render(scene, 2);
    clip.settings = { end: 5, repetitions: 0 };
    expect([clip.isStarted, log]).toEqual([false, ["play", "end", "group end"]]);
  });

  it("shows the sought pose, also while blending", () => {
    const { scene, node, clip } = createRulerClip({ end: 5 });
    clip.enableBlending = true;
    clip.blendingSpeed = 0.01;
    clip.timestamp = 2;
    expect(node.position.x).toBe(2);
    clip.play();
    render(scene, 2);
    clip.pause();
    clip.timestamp = 3;
    expect(node.position.x).toBe(3);
  });

  it("keeps its place among others when it is paused", () => {
    const { scene, node, clip } = createRulerClip({ start: 1, end: 5 });
    const winner = CreateClip("winner", clip, { start: 6, end: 9 });
    clip.play();
    winner.play();
    clip.pause();
    clip.play();
    render(scene, 1);
    expect(node.position.x).toBe(6);
  });

  it("ends where somebody stops all its animatables", () => {
    const { scene, node, clip } = createRulerClip({ end: 5 });
    const log = record(clip);
    clip.play();
    render(scene, 2);
    scene.stopAnimation(node);
    expect(clip.isStarted).toBe(false);
    expect(log).toEqual(["play", "end", "group end"]);
    clip.play();
    scene.stopAllAnimations();
    expect(clip.isStarted).toBe(false);
    expect(scene.animatables).toHaveLength(0);
  });
});
