// Look at the 2,000 figures: one crowd, drawn in one call. They walk among each other, turn, stop
// and walk on. A click on a figure makes it an ordinary instance, with a cone above its head.
// Right: all walk at their own pace, and no limb jumps where one stops or walks on. The figure with
// the cone walks on as it did; the next click gives it back.
const createScene = async function () {
  // a page may bring its own copy of the package
  const PACKAGE = globalThis.PACKAGE ?? "https://cdn.jsdelivr.net/npm/babylon-gltf-animation/";
  await BABYLON.Tools.LoadScriptAsync(PACKAGE + "dist/umd/babylon-gltf-animation.js");
  await BABYLON.Tools.LoadScriptAsync(PACKAGE + "dist/umd/babylon-gltf-animation.crowd.js");
  const { CreateClipCrowd } = BABYLON.GLTFCrowd;
  const [COUNT, RADIUS, METERS_PER_SECOND, FADE] = [2000, 40, 1.45, 0.4];

  const scene = new BABYLON.Scene(engine);
  const camera = new BABYLON.ArcRotateCamera("camera", 1.2, 1.2, 30, BABYLON.Vector3.Zero(), scene);
  camera.attachControl(canvas, true);
  new BABYLON.HemisphericLight("light", BABYLON.Vector3.Up(), scene);

  const container = await BABYLON.LoadAssetContainerAsync(PACKAGE + "playground/models/snippets-walker.glb", scene);
  const [walking] = BABYLON.GLTFAnimation.GetClips(container);
  // the file has no clip of a figure that stands: this one breathes
  const torso = container.transformNodes.find(({ name }) => name === "torso");
  const breath = new BABYLON.Animation("breath", "position", 1, BABYLON.Animation.ANIMATIONTYPE_VECTOR3);
  breath.setKeys([0, 0.02, 0].map((y, frame) => ({ frame, value: torso.position.add(new BABYLON.Vector3(0, y, 0)) })));
  const standing = new BABYLON.AnimationGroup("stand", scene);
  standing.addTargetedAnimation(breath, torso);
  container.animationGroups.push(standing);

  const crowd = CreateClipCrowd(container, { clips: [walking, standing], culling: "camera", capacity: COUNT });
  const figures = Array.from(crowd.addMany(COUNT), (index) => {
    const pace = 0.7 + 0.6 * Math.random();
    crowd.play(index, walking, { offset: Math.random(), speed: pace });
    const [angle, distance] = [2 * Math.PI * Math.random(), RADIUS * Math.sqrt(Math.random())];
    const place = { x: distance * Math.sin(angle), z: distance * Math.cos(angle), heading: 2 * Math.PI * Math.random() };
    return { index, pace, ...place, turn: Math.random() - 0.5, isWalking: true, seconds: 2 + 40 * Math.random() };
  });

  const stopOrWalk = (figure) => {
    figure.isWalking = !figure.isWalking;
    figure.seconds = 2 + (figure.isWalking ? 40 : 10) * Math.random();
    crowd.play(figure.index, figure.isWalking ? walking : standing, { speed: figure.pace, fade: FADE });
  };
  const walk = (figure, seconds) => {
    const isLeaving =
      Math.hypot(figure.x, figure.z) > RADIUS && Math.sin(figure.heading) * figure.x + Math.cos(figure.heading) * figure.z > 0;
    figure.heading += (isLeaving ? 2 : figure.turn) * seconds;
    figure.x += Math.sin(figure.heading) * METERS_PER_SECOND * figure.pace * seconds;
    figure.z += Math.cos(figure.heading) * METERS_PER_SECOND * figure.pace * seconds;
  };

  let promoted = null;
  scene.onAfterAnimationsObservable.add(() => {
    const seconds = scene.animationsEnabled ? scene.deltaTime / 1000 : 0;
    for (const figure of figures) {
      if (figure.index !== promoted?.index && (figure.seconds -= seconds) < 0) {
        stopOrWalk(figure);
      }
      if (figure.isWalking) {
        walk(figure, seconds);
      }
      const [sin, cos] = [Math.sin(figure.heading), Math.cos(figure.heading)];
      crowd.matrices.set([cos, 0, -sin, 0, 0, 1, 0, 0, sin, 0, cos, 0, figure.x, 0, figure.z, 1], 16 * figure.index);
    }
    crowd.markMatricesChanged();
    if (promoted) {
      const { x, z, heading } = figures[promoted.index];
      promoted.root.position.set(x, 0, z);
      BABYLON.Quaternion.RotationYawPitchRollToRef(heading, 0, 0, promoted.root.rotationQuaternion);
    }
  });

  const cone = BABYLON.MeshBuilder.CreateCylinder("cone", { diameterTop: 0.6, diameterBottom: 0, height: 0.8 }, scene);
  cone.material = new BABYLON.StandardMaterial("cone", scene);
  cone.material.emissiveColor = BABYLON.Color3.Yellow();
  cone.position.y = 2.4;
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
  return scene;
};
