import { defineConfig } from "oxlint";

// Oxlint finds a configuration in TypeScript by itself, which Node 20 cannot run. Editors must be told the name of this one.

/**
 * The doors of rooms beside their `index.js`: what is imported on demand, and what some rooms must be able to take alone.
 * @type {Record<string, string[]>}
 */
const SIDE_DOORS = {
  "gltf/util": ["members.js"],
  "gltf/metadata": ["announcements.js", "loading.js"],
  "scene/host": ["gltf/gltfExporter.js"],
  "scene/keys": ["animationLoader.js"],
  "scene/playing": ["groups/clipAnimationGroup.js"],
  // without the types of Babylon's root motion, which old versions lack
  "characters/rootMotion": ["motionTrack.js", "moveNode.js"],
};

/**
 * The wings of `src`, each with the wings below it and its rooms, each with the rooms of the wing that it may import. A wing's files that lie in no room
 * are the room "".
 * @type {Record<string, { below: string[], babylon: boolean, rooms: Record<string, string[]> }>}
 */
const WINGS = {
  gltf: {
    below: [],
    babylon: false,
    rooms: {
      util: [],
      timing: ["util"],
      sampling: ["util"],
      blending: ["timing", "util"],
      controller: ["blending", "util"],
      file: ["util"],
      schema: ["timing", "util"],
      objectModel: ["schema", "util"],
      metadata: ["schema", "timing", "util"],
      humanoid: ["file", "sampling", "util"],
      matching: ["humanoid", "file", "objectModel", "sampling", "schema", "util"],
    },
  },
  tools: { below: ["gltf"], babylon: false, rooms: { "": [], cli: [""], gltfTransform: [] } },
  scene: {
    below: ["gltf"],
    babylon: true,
    rooms: {
      host: [],
      keys: ["host"],
      skeleton: ["host"],
      pointer: ["keys", "host"],
      posing: ["keys", "host"],
      playing: ["posing", "keys", "host"],
      loading: ["playing", "posing", "pointer", "skeleton", "keys", "host"],
      // a door of its own, because it imports the optional @babylonjs/serializers
      export: ["playing", "posing", "pointer", "keys", "host"],
    },
  },
  characters: {
    below: ["gltf", "scene"],
    babylon: true,
    rooms: {
      rootMotion: [],
      library: [],
      crowd: ["library", "rootMotion"],
      // types of crowds only: its bundle has none of their code
      controller: ["crowd"],
    },
  },
};

/** @param {string} wing @param {string} room */
const roomPath = (wing, room) => (room ? `${wing}/${room}` : wing);

/**
 * Allows the files of a room to import from the doors of its wing's lower rooms, and of all rooms of lower wings: their `index.js`, or a side door.
 * @param {string} wing
 * @param {string} room
 * @returns {import("oxlint").OxlintOverride[]}
 */
function layer(wing, room) {
  const { below = [], babylon = true, rooms = {} } = WINGS[wing] ?? {};
  const roomsOf = (/** @type {string} */ other) => Object.keys(WINGS[other]?.rooms ?? {}).map((each) => roomPath(other, each));
  const allowed = [...(rooms[room] ?? []).map((other) => roomPath(wing, other)), ...below.flatMap(roomsOf)];
  const doors = allowed.flatMap((path) => ["index.js", ...(SIDE_DOORS[path] ?? [])].map((door) => `${path}/${door}`));
  const path = roomPath(wing, room);
  const levels = path.split("/").length;
  const message = `src/${path} may import from the doors of ${allowed.join(", ") || "no other room"}${babylon ? "" : ", and not from Babylon"}.`;
  return [0, 1, 2, 3].map((depth) => {
    const up = "../".repeat(depth);
    // a door is named from the wing where the room is in it, otherwise from src
    const group = [
      `${up}../**`,
      ...doors.map(
        (door) =>
          `!${up}${door.startsWith(`${wing}/`) && levels > 1 ? `../${door.slice(wing.length + 1)}` : `${"../".repeat(levels)}${door}`}`,
      ),
    ];
    if (!babylon) {
      group.push("@babylonjs/**", "babylonjs*");
    }
    return {
      files: [`src/${path}/${"*/".repeat(depth)}*.ts`],
      rules: { "no-restricted-imports": ["error", { patterns: [{ group, message }] }] },
    };
  });
}

export default defineConfig({
  plugins: ["typescript", "oxc"],
  options: { typeAware: true, reportUnusedDisableDirectives: "error" },
  // the applications of consumers and the template resolve the package as it is installed: `check:consumers` compiles them
  ignorePatterns: ["dist/", "assembly/", "coverage/", ".peers/", "scripts/consumers/", "templates/"],
  categories: { correctness: "error" },
  rules: {
    eqeqeq: "error",
    "no-control-regex": "off",
    "no-array-constructor": "error",
    "no-console": "error",
    "no-unused-vars": ["error", { varsIgnorePattern: "^$", argsIgnorePattern: "^$", caughtErrors: "all" }],
    "no-var": "error",
    "prefer-const": "error",
    "prefer-rest-params": "error",
    "prefer-spread": "error",
    "typescript/ban-ts-comment": "error",
    "typescript/consistent-type-imports": "error",
    "typescript/explicit-module-boundary-types": "error",
    "typescript/no-empty-object-type": "error",
    "typescript/no-explicit-any": "error",
    "typescript/no-misused-promises": "error",
    "typescript/no-namespace": "error",
    "typescript/no-require-imports": "error",
    "typescript/no-unnecessary-type-assertion": "error",
    "typescript/no-unnecessary-type-constraint": "error",
    "typescript/no-unsafe-argument": "error",
    "typescript/no-unsafe-assignment": "error",
    "typescript/no-unsafe-call": "error",
    "typescript/no-unsafe-enum-comparison": "error",
    "typescript/no-unsafe-function-type": "error",
    "typescript/no-unsafe-member-access": "error",
    "typescript/no-unsafe-return": "error",
    "typescript/only-throw-error": "error",
    "typescript/prefer-promise-reject-errors": "error",
    "typescript/require-await": "error",
    "typescript/restrict-plus-operands": "error",
  },
  overrides: [
    // only src/scene/host may use Babylon's private members
    { files: ["src/**"], rules: { "no-underscore-dangle": ["error", { allowAfterThis: true }] } },
    { files: ["src/scene/host/**"], rules: { "no-underscore-dangle": "off" } },
    {
      files: ["src/*.ts"],
      rules: {
        "no-restricted-imports": [
          "error",
          {
            patterns: [
              {
                group: ["./*/**", "!./*/index.js", "!./*/*/index.js", "./tools/cli/**"],
                message: "Entries import from the doors of rooms, and not the command line.",
              },
            ],
          },
        ],
      },
    },
    ...Object.entries(WINGS).flatMap(([wing, { rooms }]) => Object.keys(rooms).flatMap((room) => layer(wing, room))),
    {
      files: ["playground/page/**"],
      rules: {
        "no-restricted-imports": [
          "error",
          {
            patterns: [
              {
                group: ["**/src/*/**", "**/test/**"],
                message: "The page imports the package as its users do: from the entries, src/*.js.",
              },
            ],
          },
        ],
      },
    },
    { files: ["**/*.js", "**/*.mjs"], rules: { "no-console": "off", "typescript/explicit-module-boundary-types": "off" } },
    {
      // the JSON of assets is untyped, as is Babylon in plain scripts
      files: [
        "test/**",
        "fuzz/**",
        "scripts/**",
        "bench/**",
        "conformance/engines/**",
        "playground/demoModels/**",
        "playground/scripts/**",
        "playground/snippets/**",
        "site/**",
      ],
      rules: {
        "typescript/no-unsafe-argument": "off",
        "typescript/no-unsafe-assignment": "off",
        "typescript/no-unsafe-call": "off",
        "typescript/no-unsafe-member-access": "off",
        "typescript/no-unsafe-return": "off",
      },
    },
    { files: ["playground/snippets/*.js"], rules: { "no-unused-vars": ["error", { varsIgnorePattern: "^createScene$" }] } },
  ],
});
