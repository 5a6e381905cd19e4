// 2,000 heroes in one crowd, in two draw calls: one for those nearby, one for the others. They walk
// and run, turn, stop and go on. Click a hero to make it an ordinary instance, with a cone above
// its head; click elsewhere to give it back. E switches between baked and exact poses: exact ones
// are smoother near the camera, and cost the processor 1 to 3 microseconds each.
const createScene = async function () {
  // a page may bring its own copies of the package and of the models
  const PACKAGE = globalThis.PACKAGE ?? "https://cdn.jsdelivr.net/npm/babylon-gltf-animation/";
  const MODELS = globalThis.MODELS ?? "https://babylon-gltf-animation.github.io/babylon-gltf-animation/";
  await BABYLON.Tools.LoadScriptAsync(PACKAGE + "dist/umd/babylon-gltf-animation.js");
  await BABYLON.Tools.LoadScriptAsync(PACKAGE + "dist/umd/babylon-gltf-animation.crowd.js");
  const { CreateClipCrowd } = BABYLON.GLTFCrowd;
  const [COUNT, RADIUS, FADE] = [2000, 30, 0.4];

  const scene = new BABYLON.Scene(engine);
  const camera = new BABYLON.ArcRotateCamera("camera", 1.2, 1.25, 14, BABYLON.Vector3.Zero(), scene);
  camera.attachControl(canvas, true);
  new BABYLON.HemisphericLight("light", BABYLON.Vector3.Up(), scene);

  const near = await BABYLON.LoadAssetContainerAsync(MODELS + "hero.glb", scene);
  const far = await BABYLON.LoadAssetContainerAsync(MODELS + "hero-far.glb", scene);
  const clips = ["idle", "walk", "run"].map((name) => BABYLON.GLTFAnimation.RequireClip(near, name));
  const crowd = CreateClipCrowd(near, {
    clips,
    culling: "camera",
    capacity: COUNT,
    levels: [{ container: far, distance: 6 }],
  });
  const heroes = Array.from(crowd.addMany(COUNT), (index) => {
    const pace = 0.8 + 0.4 * Math.random();
    const gait = Math.random() < 0.7 ? { clip: "walk", metersPerSecond: 0.62 } : { clip: "run", metersPerSecond: 1.75 };
    crowd.play(index, gait.clip, { offset: Math.random(), speed: pace });
    const [angle, distance] = [2 * Math.PI * Math.random(), RADIUS * Math.sqrt(Math.random())];
    const place = { x: distance * Math.sin(angle), z: distance * Math.cos(angle), heading: 2 * Math.PI * Math.random() };
    return { index, pace, gait, ...place, turn: Math.random() - 0.5, isMoving: true, seconds: 2 + 40 * Math.random() };
  });

  const stopOrGo = (hero) => {
    hero.isMoving = !hero.isMoving;
    hero.seconds = 2 + (hero.isMoving ? 40 : 10) * Math.random();
    crowd.play(hero.index, hero.isMoving ? hero.gait.clip : "idle", { speed: hero.pace, fade: FADE });
  };
  const move = (hero, seconds) => {
    const isLeaving = Math.hypot(hero.x, hero.z) > RADIUS && Math.sin(hero.heading) * hero.x + Math.cos(hero.heading) * hero.z > 0;
    hero.heading += (isLeaving ? 2 : hero.turn) * seconds;
    const meters = hero.gait.metersPerSecond * hero.pace * seconds;
    hero.x += Math.sin(hero.heading) * meters;
    hero.z += Math.cos(hero.heading) * meters;
  };

  let promoted = null;
  scene.onAfterAnimationsObservable.add(() => {
    const seconds = scene.animationsEnabled ? engine.getDeltaTime() / 1000 : 0;
    for (const hero of heroes) {
      if (hero.index !== promoted?.index && (hero.seconds -= seconds) < 0) {
        stopOrGo(hero);
      }
      if (hero.isMoving) {
        move(hero, seconds);
      }
      const [sin, cos] = [Math.sin(hero.heading), Math.cos(hero.heading)];
      crowd.matrices.set([cos, 0, -sin, 0, 0, 1, 0, 0, sin, 0, cos, 0, hero.x, 0, hero.z, 1], 16 * hero.index);
    }
    crowd.markMatricesChanged();
    if (promoted) {
      const { x, z, heading } = heroes[promoted.index];
      promoted.root.position.set(x, 0, z);
      BABYLON.Quaternion.RotationYawPitchRollToRef(heading, 0, 0, promoted.root.rotationQuaternion);
    }
  });

  const cone = BABYLON.MeshBuilder.CreateCylinder("cone", { diameterTop: 0.3, diameterBottom: 0, height: 0.4 }, scene);
  cone.material = new BABYLON.StandardMaterial("cone", scene);
  cone.material.emissiveColor = BABYLON.Color3.Yellow();
  cone.position.y = 1.7;
  cone.setEnabled(false);
  const { POINTERTAP, POINTERDOUBLETAP } = BABYLON.PointerEventTypes;
  const choose = () => {
    const pick = crowd.pickWithRay(scene.createPickingRay(scene.pointerX, scene.pointerY, null, camera));
    promoted?.demote();
    promoted = pick && crowd.promote(pick.index);
    cone.parent = promoted?.root ?? null;
    cone.setEnabled(promoted !== null);
  };
  scene.onPointerObservable.add(choose, POINTERTAP | POINTERDOUBLETAP);
  scene.onKeyboardObservable.add(({ event }) => {
    if (event.key.toLowerCase() === "e" && !event.repeat) {
      crowd.exact = !crowd.exact;
    }
  }, BABYLON.KeyboardEventTypes.KEYDOWN);
  return scene;
};
