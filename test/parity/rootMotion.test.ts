/** Babylon's root motion moves a character that a clip animates as far as one that a plain group animates. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { RootMotionClip, RootMotionController } from "@babylonjs/core/Animations/rootMotion.js";
import { disposeScenes } from "../helpers/scene.js";
import { CreateClip } from "../../src/index.js";
import { ClipRootMotionController } from "../../src/root-motion.js";
import { createAsset, nodeAnimation } from "../helpers/gltfAsset.js";
import type { Asset } from "../helpers/gltfPose.js";
import { isClip, Stage, STRIDER, type Variant } from "./stage.js";

afterEach(disposeScenes);

type Group = RootMotionClip["animationGroup"];
type Script = (stage: Stage, walk: Group, run: Group) => void;

const SCRIPTS: Readonly<Record<string, Script>> = {
  "a loop": (s, walk) => {
    walk.start(true);
    s.skip(150);
  },
  "twice as fast": (s, walk) => {
    walk.start(true, 2);
    s.skip(150);
  },
  "once, to its end": (s, walk) => {
    walk.start(false);
    s.skip(100);
  },
  "a part of its frames": (s, walk) => {
    walk.start(true, 1, 10, 40);
    s.skip(100);
  },
  "a hundred cycles": (s, walk) => {
    walk.start(true);
    s.skip(6000);
  },
  backwards: (s, walk) => {
    walk.start(true, -1);
    s.skip(150);
  },
  "forwards, then backwards": (s, walk) => {
    walk.start(true);
    s.skip(150);
    walk.speedRatio = -1;
    s.skip(80);
  },
  "two starts": (s, walk) => {
    walk.start(true);
    s.skip(40);
    walk.stop();
    walk.start(true);
    s.skip(40);
  },
  "a pause": (s, walk) => {
    walk.start(true);
    s.skip(40);
    walk.pause();
    s.skip(10);
    walk.restart();
    s.skip(40);
  },
  "a change of speed": (s, walk) => {
    walk.start(true);
    s.skip(40);
    walk.speedRatio = 3;
    s.skip(40);
  },
  "a walk that becomes a run": (s, walk, run) => {
    walk.start(true);
    s.skip(40);
    walk.stop();
    run.start(true);
    s.skip(40);
  },
  "a walk and a run, mixed": (s, walk, run) => {
    walk.start(true).weight = 0.5;
    run.start(true).weight = 0.5;
    s.skip(80);
  },
  "a fade from walk to run": (s, walk, run) => {
    walk.start(true).weight = 1;
    run.start(true).weight = 0;
    for (let i = 1; i <= 60; i++) {
      walk.weight = 1 - i / 60;
      run.weight = i / 60;
      s.skip(1);
    }
    s.skip(20);
  },
  "a walk, then a fade to run": (s, walk, run) => {
    walk.start(true).weight = 1;
    s.skip(10);
    run.start(true).weight = 0;
    for (let i = 1; i <= 60; i++) {
      walk.weight = 1 - i / 60;
      run.weight = i / 60;
      s.skip(1);
    }
    s.skip(20);
  },
  "a run in step with the walk": (s, walk, run) => {
    walk.start(true).weight = 0.5;
    run.start(true).weight = 0.5;
    run.syncAllAnimationsWith(walk.animatables[0]!);
    s.skip(80);
  },
  "no frames, only steps": (s, walk) => {
    walk.start(true);
    for (let i = 0; i < 100; i++) {
      s.scene.animate();
    }
  },
};

interface Changes {
  readonly asset?: Asset;
  /** Replaces the groups of the stage, or changes them. */
  readonly change?: (groups: readonly Group[]) => readonly Group[];
  /** Whether this package's controller moves the character. */
  readonly isOwn?: boolean;
}

/** @returns the distance that the character has gone, and the height of its hips */
async function walk(
  variant: Variant,
  script: Script,
  { asset = STRIDER, change = (groups) => groups, isOwn = false }: Changes = {},
): Promise<readonly number[]> {
  const stage = await Stage.create(variant, undefined, asset);
  const options = { characterNode: stage.root, rootNode: stage.node("hips"), contactNodes: [stage.node("foot")] };
  const [walking, running] = change(stage.groups).map((group) => new RootMotionClip(group, options));
  const controller = new (isOwn ? ClipRootMotionController : RootMotionController)(walking!.characterNode, [walking!, running!]);
  script(stage, walking!.animationGroup, running!.animationGroup);
  const { position } = walking!.characterNode;
  controller.dispose();
  return [Math.hypot(position.x, position.y, position.z), stage.node("hips").position.y];
}

/**
 * Nobody has read the animatables of a clip before its first frame, whose travel comes with that of the second: with the weight of the second.
 */
const TOLERANCES: Readonly<Record<string, number>> = {
  "a fade from walk to run": (0.016 * (2 / 0.95 + 3 / 0.71)) / 60,
};

describe.each(["created", "file", "compiled"] as const)("a clip (%s)", (variant) => {
  it.each(Object.keys(SCRIPTS))("in %s", async (name) => {
    const script = SCRIPTS[name]!;
    const [distance, height] = await walk("plain", script);
    const [own, ownHeight] = await walk(variant, script);
    expect(distance).toBeGreaterThan(1);
    expect({ difference: Math.abs(own! - distance!) < (TOLERANCES[name] ?? 1e-5), own, distance }).toEqual({
      difference: true,
      own,
      distance,
    });
    expect(ownHeight).toBeCloseTo(height!, 4);
  });

  it("takes the frames that a seek leaves out as motion only where Babylon plays", async () => {
    const seek: Script = (s, group) => {
      group.start(true);
      s.skip(30);
      group.goToFrame(50);
      s.skip(60);
    };
    const straight: Script = (s, group) => {
      group.start(true);
      s.skip(90);
    };
    const perFrame = (0.016 * 2) / 0.95;
    const [played] = await walk(variant, straight);
    const [sought] = await walk(variant, seek);
    const [plain] = await walk("plain", seek);
    expect(plain! - played!).toBeGreaterThan(20 * perFrame);
    if (variant === "compiled") {
      expect(sought).toBeCloseTo(plain!, 5); // Babylon plays the rest of a run whose animatables are read
    } else {
      expect(Math.abs(sought! - played!)).toBeLessThan(1.01 * perFrame);
    }
  });
});

/** Hips and a foot whose keys all begin and end together, so that compiled groups play them. */
const EVEN: Asset = createAsset((add) => ({
  scenes: [{ nodes: [0] }],
  nodes: [{ name: "hips", children: [1] }, { name: "leg", children: [2] }, { name: "foot" }],
  animations: [0.95, 0.71].map((seconds, i) =>
    nodeAnimation(add, ["walk", "run"][i]!, [
      { node: 0, path: "translation", times: [0, seconds / 3, seconds], values: [0, 1, 0, 0, 1.25, 1.5 + i, 0, 1, 2 + i] },
      { node: 2, path: "translation", times: [0, seconds], values: [0, -1, 0, 0, -1, 0] },
    ]),
  ),
}));

describe("a compiled group", () => {
  it.each(Object.keys(SCRIPTS))("in %s", async (name) => {
    const [distance] = await walk("plain", SCRIPTS[name]!, { asset: EVEN });
    const [own] = await walk("compiled", SCRIPTS[name]!, { asset: EVEN });
    expect({ difference: Math.abs(own! - distance!) < (TOLERANCES[name] ?? 1e-5), own, distance }).toEqual({
      difference: true,
      own,
      distance,
    });
  });
});

describe("a clip beside a plain group", () => {
  it.each(["a walk and a run, mixed", "a walk, then a fade to run", "a fade from walk to run"])("in %s", async (name) => {
    const change: Changes["change"] = ([walking, running]) => [CreateClip("walk", walking!), running!];
    const [distance] = await walk("plain", SCRIPTS[name]!);
    const [own] = await walk("plain", SCRIPTS[name]!, { change });
    expect({ difference: Math.abs(own! - distance!) < (TOLERANCES[name] ?? 1e-5), own, distance }).toEqual({
      difference: true,
      own,
      distance,
    });
  });
});

describe.each(["auto", "compiled", "babylon"] as const)("a clip with this package's controller (%s)", (mode) => {
  it.each(Object.keys(SCRIPTS).filter((name) => name !== "no frames, only steps"))("in %s", async (name) => {
    const change: Changes["change"] = (groups) => {
      groups.filter(isClip).forEach((clip) => (clip.evaluationMode = mode));
      return groups;
    };
    if (name === "a run in step with the walk" && mode === "compiled") {
      return; // there are no animatables to follow
    }
    const [distance] = await walk("plain", SCRIPTS[name]!);
    const [own] = await walk("file", SCRIPTS[name]!, { change, isOwn: true });
    expect({ difference: Math.abs(own! - distance!) < 1e-5, own, distance }).toEqual({ difference: true, own, distance });
  });
});

it("a clip that Babylon always evaluates", async () => {
  const change: Changes["change"] = (groups) => {
    groups.filter(isClip).forEach((clip) => (clip.evaluationMode = "babylon"));
    return groups;
  };
  for (const name of ["a loop", "once, to its end", "a fade from walk to run"]) {
    const [distance] = await walk("plain", SCRIPTS[name]!);
    const [own] = await walk("file", SCRIPTS[name]!, { change });
    expect(Math.abs(own! - distance!)).toBeLessThan(1e-5);
  }
});
