/** A model that comes with the page. */
export interface Demo {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  /** The name of the file. */
  readonly file: string;
  /** Names of the clips that play at once, unless the user prefers reduced motion. */
  readonly plays: readonly string[];
  /** How many copies to show. Default 1. */
  readonly crowd?: number;
  /** How many characters of one crowd to show. */
  readonly characters?: number;
}

const figure = new URL("../../models/figure.glb", import.meta.url).href;

/** The demos in the order of the list; the page opens with the first. */
export const DEMOS: readonly [Demo, ...Demo[]] = [
  { id: "hero", title: "Hero", url: new URL("../../models/hero.glb", import.meta.url).href, file: "hero.glb", plays: ["walk"] },
  { id: "figure", title: "Figure", url: figure, file: "figure.glb", plays: ["walk", "door"] },
  {
    id: "door",
    title: "Door with controllers",
    url: new URL("../../models/door.glb", import.meta.url).href,
    file: "door.glb",
    plays: ["swing"],
  },
  {
    id: "materials",
    title: "Materials by pointer",
    url: new URL("../../models/materials.glb", import.meta.url).href,
    file: "materials.glb",
    plays: ["everything"],
  },
  {
    id: "lights",
    title: "Lights and cameras",
    url: new URL("../../models/lights.glb", import.meta.url).href,
    file: "lights.glb",
    plays: ["show"],
  },
  { id: "crowd", title: "Crowd of 25", url: figure, file: "figure.glb", plays: ["walk"], crowd: 25 },
  {
    id: "characters",
    title: "400 in one crowd",
    url: new URL("../../models/snippets-walker.glb", import.meta.url).href,
    file: "walker.glb",
    plays: ["walk"],
    characters: 400,
  },
];
