/** The snippets of this folder by their name, in the order of the list. @type {Readonly<Record<string, string>>} */
export const SNIPPETS = {
  play: "Loading and playing clips",
  split: "Splitting one long animation",
  "walk-to-run": "From walk to run by cross-fade",
  crowd: "A crowd of 500",
  lamp: "Material, light and camera by JSON pointer",
  door: "A door that swings back and forth",
  events: "Events on repeat and finish",
  instances: "Instances of a container",
};
