import { AnimationChannel, Root, type AnimationSampler, type Document } from "@gltf-transform/core";

/** Removes a channel, together with a sampler and accessors that nothing else uses. */
export function disposeChannel(channel: AnimationChannel): void {
  const sampler = channel.getSampler();
  channel.dispose();
  if (sampler && !sampler.listParents().some((parent) => parent instanceof AnimationChannel)) {
    disposeSampler(sampler);
  }
}

function disposeSampler(sampler: AnimationSampler): void {
  const accessors = [sampler.getInput(), sampler.getOutput()];
  sampler.dispose();
  for (const accessor of accessors) {
    if (accessor?.listParents().every((parent) => parent instanceof Root)) {
      accessor.dispose();
    }
  }
}

/** Removes animations without channels. glTF does not allow empty animations, but `prune` keeps an empty animation of a clip. */
export function disposeEmptyAnimations(document: Document): void {
  for (const animation of document.getRoot().listAnimations()) {
    if (animation.listChannels().length === 0) {
      animation.listSamplers().forEach(disposeSampler);
      animation.dispose();
    }
  }
}
