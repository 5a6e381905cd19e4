/** PlayCanvas: what the entities of its container show, in an application without a page, whose device draws nothing. */
import * as pc from "playcanvas";

/** @type {any} */
let app = null;
/** Of the files so far: PlayCanvas keeps what it has loaded by address. */
let count = 0;

function createApp() {
  const listener = { addEventListener() {}, removeEventListener() {}, style: {} };
  const page = /** @type {any} */ (globalThis);
  page.window = globalThis;
  page.document = { ...listener, createElement: () => ({ ...listener, getContext: () => null }) };
  const canvas = /** @type {any} */ ({
    ...listener,
    id: "canvas",
    width: 1,
    height: 1,
    getBoundingClientRect: () => ({ left: 0, top: 0, width: 1, height: 1 }),
  });
  const created = new pc.AppBase(canvas);
  const options = new pc.AppOptions();
  options.graphicsDevice = new pc.NullGraphicsDevice(canvas, {});
  options.componentSystems = [pc.AnimComponentSystem, pc.RenderComponentSystem, pc.CameraComponentSystem, pc.LightComponentSystem];
  options.resourceHandlers = [pc.ContainerHandler, pc.AnimClipHandler, pc.TextureHandler, pc.MaterialHandler];
  created.init(options);
  // for other engines, there is no page
  delete page.window;
  delete page.document;
  return created;
}

/** @type {import("./cases.mjs").Adapter} */
export const playcanvas = {
  name: "playcanvas",
  async play({ bytes, animation = 0, times, nodes }) {
    app ??= createApp();
    const asset = new pc.Asset("model", "container", { url: `model${count++}.glb`, contents: bytes.slice().buffer });
    await new Promise((resolve, reject) => {
      asset.once("load", resolve);
      asset.once("error", reject);
      app.assets.add(asset);
      app.assets.load(asset);
    });
    const resource = /** @type {any} */ (asset.resource);
    const entity = resource.instantiateRenderEntity();
    app.root.addChild(entity);
    entity.addComponent("anim", { activate: true });
    try {
      entity.anim.assignAnimation("animation", resource.animations[animation].resource, undefined, 1, true);
      entity.anim.baseLayer.play("animation");
      return times.map((time) => {
        entity.anim.baseLayer.activeStateCurrentTime = time;
        app.systems.fire("animationUpdate", 0);
        return nodes.map((name) => {
          const node = entity.findByName(name) ?? entity;
          const [instance] = node.render?.meshInstances ?? [];
          const position = node.getLocalPosition();
          const rotation = node.getLocalRotation();
          const scale = node.getLocalScale();
          return {
            translation: [position.x, position.y, position.z],
            rotation: [rotation.x, rotation.y, rotation.z, rotation.w],
            scale: [scale.x, scale.y, scale.z],
            weights: weightsOf(instance?.morphInstance),
          };
        });
      });
    } finally {
      entity.destroy();
    }
  },
};

/** @param {any} morphs */
function weightsOf(morphs) {
  return morphs ? Array.from({ length: morphs.morph.targets.length }, (_, i) => morphs.getWeight(i)) : [];
}
