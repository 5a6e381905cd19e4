/** Titles of the snippets in this folder, by file name. @type {Readonly<Record<string, string>>} */
export const SNIPPETS = {
  play: "Loading and playing clips",
  compiled: "Faster animation groups by one line",
  split: "Splitting one long animation",
  "walk-to-run": "Cross-fade from walk to run",
  controller: "A hero that reacts to keys",
  crowd: "A crowd of 500",
  thousands: "2,000 heroes in one crowd",
  "root-motion": "Feet that stick to the ground",
  lamp: "Material, light and camera by JSON pointer",
  door: "A door that swings back and forth",
  events: "Repeat and finish events",
  instances: "Instances of a container",
  library: "Twenty heroes, one library of moves",
  bake: "A clip baked into plain keys",
  export: "Clips of the scene exported to a file",
};
