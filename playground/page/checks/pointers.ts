/** Splits `/nodes/3/mesh: must be ...` into place and text. Some of Babylon's places begin with two slashes. */
export function splitPointer(text: string): { place: string | null; text: string } {
  const match = /^\/?(\/[^\s:]+):\s+(.+)$/su.exec(text);
  return match ? { place: match[1]!, text: match[2]! } : { place: null, text };
}

/** What the page can show of a place in a file. */
export type Destination =
  | { readonly kind: "channel"; readonly animation: number; readonly place: string }
  | { readonly kind: "clip"; readonly place: string }
  | { readonly kind: "animation"; readonly animation: number };

const CHANNEL = /^\/animations\/(\d+)(?:\/extensions\/EXT_property_animation)?\/channels\/\d+/;
const CLIP = /^\/extensions\/(?:KHR_animation_clip\/clips|KHR_animation_controller\/controllers)\/\d+/;
const ANIMATION = /^\/animations\/(\d+)/;

/** The channel, clip or animation that a JSON pointer leads to, itself or a part of it. */
export function destinationOf(place: string): Destination | null {
  const channel = CHANNEL.exec(place);
  if (channel) {
    return { kind: "channel", animation: Number(channel[1]), place: channel[0] };
  }
  const clip = CLIP.exec(place);
  if (clip) {
    return { kind: "clip", place: clip[0] };
  }
  const animation = ANIMATION.exec(place);
  return animation ? { kind: "animation", animation: Number(animation[1]) } : null;
}
