/** Splits `/nodes/3/mesh: must be ...` into JSON pointer and text. Some of Babylon's pointers begin with two slashes. */
export function splitPointer(text: string): { pointer: string | null; text: string } {
  const match = /^\/?(\/[^\s:]+):\s+(.+)$/su.exec(text);
  return match ? { pointer: match[1]!, text: match[2]! } : { pointer: null, text };
}

/** What the page can show of a place in a file. */
export type Destination =
  | { readonly kind: "channel"; readonly animation: number; readonly pointer: string }
  | { readonly kind: "clip"; readonly pointer: string }
  | { readonly kind: "animation"; readonly animation: number };

const CHANNEL = /^\/animations\/(\d+)(?:\/extensions\/EXT_property_animation)?\/channels\/\d+/;
const CLIP = /^\/extensions\/(?:KHR_animation_clip\/clips|KHR_animation_controller\/controllers)\/\d+/;
const ANIMATION = /^\/animations\/(\d+)/;

/** The channel, clip or animation that a JSON pointer leads to, itself or a part of it. */
export function destinationOf(pointer: string): Destination | null {
  const channel = CHANNEL.exec(pointer);
  if (channel) {
    return { kind: "channel", animation: Number(channel[1]), pointer: channel[0] };
  }
  const clip = CLIP.exec(pointer);
  if (clip) {
    return { kind: "clip", pointer: clip[0] };
  }
  const animation = ANIMATION.exec(pointer);
  return animation ? { kind: "animation", animation: Number(animation[1]) } : null;
}
