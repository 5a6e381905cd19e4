// Click the scene first. W or the arrow up walks, with Shift runs; Space jumps, and E waves, also
// while the hero walks. On a touch screen, hold a finger to walk and two to run, tap to wave, and
// tap twice to jump. States and blends by speed keep the feet in step.
const createScene = async function () {
  // a page may bring its own copies of the package and of the models
  const PACKAGE = globalThis.PACKAGE ?? "https://cdn.jsdelivr.net/npm/babylon-gltf-animation/";
  const MODELS = globalThis.MODELS ?? "https://babylon-gltf-animation.github.io/babylon-gltf-animation/";
  await BABYLON.Tools.LoadScriptAsync(PACKAGE + "dist/umd/babylon-gltf-animation.js");
  await BABYLON.Tools.LoadScriptAsync(PACKAGE + "dist/umd/babylon-gltf-animation.controller.js");
  const { CreateController } = BABYLON.GLTFController;
  const { KeyboardEventTypes, PointerEventTypes, Scalar, Vector3 } = BABYLON;

  const scene = new BABYLON.Scene(engine);
  new BABYLON.ArcRotateCamera("camera", 0.9, 1.3, 2.5, new Vector3(0, 0.7, 0), scene);
  new BABYLON.HemisphericLight("light", Vector3.Up(), scene);
  const hero = await BABYLON.ImportMeshAsync(MODELS + "hero.glb", scene);

  const controller = CreateController(hero, {
    parameters: { speed: 0, jump: "trigger", wave: "trigger" },
    layers: [
      {
        name: "body",
        states: {
          move: {
            blend: "speed",
            clips: [
              { clip: "idle", at: 0 },
              { clip: "walk", at: 1.4 },
              { clip: "run", at: 4 },
            ],
          },
          jump: { clip: "jump", repetitions: 1 },
        },
        transitions: [
          { from: "move", to: "jump", when: { jump: true }, duration: 0.1 },
          { from: "jump", to: "move", after: 0.8 },
        ],
      },
      {
        name: "arms",
        mask: "spine",
        states: { none: {}, wave: { clip: "wave", repetitions: 1 } },
        transitions: [
          { from: "none", to: "wave", when: { wave: true } },
          { from: "wave", to: "none", after: 0.9 },
        ],
      },
    ],
  });

  const held = new Set();
  scene.onKeyboardObservable.add(({ type, event }) => {
    const isDown = type === KeyboardEventTypes.KEYDOWN;
    held[isDown ? "add" : "delete"](event.code);
    if (isDown && !event.repeat && event.code === "Space") {
      controller.fire("jump");
    } else if (isDown && !event.repeat && event.code === "KeyE") {
      controller.fire("wave");
    }
  });
  const fingers = new Set();
  scene.onPointerObservable.add(({ type, event }) => {
    if (type === PointerEventTypes.POINTERDOWN) {
      fingers.add(event.pointerId);
    } else if (type === PointerEventTypes.POINTERUP) {
      fingers.delete(event.pointerId);
    } else if (type === PointerEventTypes.POINTERTAP) {
      controller.fire("wave");
    } else if (type === PointerEventTypes.POINTERDOUBLETAP) {
      controller.fire("jump");
    }
  });

  let speed = 0;
  scene.onAfterAnimationsObservable.add(() => {
    const walks = fingers.size > 0 || held.has("KeyW") || held.has("ArrowUp");
    const runs = fingers.size > 1 || held.has("ShiftLeft") || held.has("ShiftRight");
    const wanted = walks ? (runs ? 4 : 1.4) : 0;
    speed = Scalar.MoveTowards(speed, wanted, (6 * engine.getDeltaTime()) / 1000);
    controller.set("speed", speed);
  });
  return scene;
};
