import { defineConfig } from "oxlint";

// Oxlint finds a configuration in TypeScript by itself, which Node 20 cannot run. Editors must be told the name of this one.

const PLAYBACK_KNOWS = ["evaluation", "keys", "timing", "sampling", "host", "util"];
const LOADER_KNOWS = ["playback", "pointer", "objectModel", "schema", ...PLAYBACK_KNOWS];

/**
 * Allows the files of a room, a folder of `src`, to import from the doors of lower rooms only: their `index.js`, or a door that is named here.
 * @param {string} room
 * @param {string[]} allowed the rooms, or further doors, they may import from
 * @param {{ babylon?: boolean }} [options] false: not from Babylon
 * @returns {import("oxlint").OxlintOverride[]}
 */
function layer(room, allowed, { babylon = true } = {}) {
  const message = `src/${room} may import from the index.js of ${allowed.join(", ") || "no other room"}${babylon ? "" : ", and not from Babylon"}.`;
  return [0, 1, 2, 3].map((depth) => {
    const src = "../".repeat(depth + 1);
    const group = [`${src}**`, ...allowed.map((door) => `!${src}${door.endsWith(".js") ? door : `${door}/index.js`}`)];
    if (!babylon) {
      group.push("@babylonjs/**", "babylonjs*");
    }
    return {
      files: [`src/${room}/${"*/".repeat(depth)}*.ts`],
      rules: { "no-restricted-imports": ["error", { patterns: [{ group, message }] }] },
    };
  });
}

export default defineConfig({
  plugins: ["typescript", "oxc"],
  options: { typeAware: true, reportUnusedDisableDirectives: "error" },
  // the applications of consumers resolve the package as it is installed
  ignorePatterns: ["dist/", "assembly/", "coverage/", ".peers/", "scripts/consumers/"],
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
    // only src/host may use Babylon's private members
    { files: ["src/**"], rules: { "no-underscore-dangle": ["error", { allowAfterThis: true }] } },
    { files: ["src/host/**"], rules: { "no-underscore-dangle": "off" } },
    {
      files: ["src/*.ts"],
      rules: {
        "no-restricted-imports": [
          "error",
          {
            patterns: [
              {
                group: ["./*/**", "!./*/index.js", "./cli/**"],
                message: "Entries import from the doors of rooms, and not the command line.",
              },
            ],
          },
        ],
      },
    },
    ...layer("util", [], { babylon: false }),
    ...layer("timing", ["util"], { babylon: false }),
    ...layer("sampling", ["util"], { babylon: false }),
    ...layer("schema", ["timing", "util"], { babylon: false }),
    ...layer("file", ["util"], { babylon: false }),
    ...layer("objectModel", ["schema", "util"], { babylon: false }),
    ...layer("metadata", ["schema", "timing", "util"], { babylon: false }),
    ...layer("tools", ["file", "metadata", "objectModel", "schema", "sampling", "timing", "util"], { babylon: false }),
    ...layer("cli", ["tools", "file", "schema", "timing", "util"], { babylon: false }),
    ...layer("gltfTransform", ["objectModel", "schema", "timing", "util"], { babylon: false }),
    // what it imports on demand has a door of its own
    ...layer("host", ["util", "util/members.js"]),
    ...layer("keys", ["sampling", "host", "util"]),
    ...layer("skeleton", ["sampling", "host", "util"]),
    ...layer("evaluation", ["keys", "timing", "sampling", "host", "util"]),
    ...layer("playback", PLAYBACK_KNOWS),
    // types of crowds only: its bundle has none of their code
    ...layer("controller", ["crowd", "playback", ...PLAYBACK_KNOWS]),
    ...layer("rootMotion", ["playback", ...PLAYBACK_KNOWS]),
    // without the types of Babylon's root motion, which old versions lack
    ...layer("crowd", ["library", "playback", "rootMotion/motionTrack.js", "rootMotion/moveNode.js", ...PLAYBACK_KNOWS]),
    ...layer("library", [...LOADER_KNOWS, "metadata/announcements.js", "metadata/loading.js", "tools", "file"]),
    ...layer("pointer", ["keys", "objectModel", "schema", "sampling", "host", "util"]),
    // what they import on demand has doors of its own, too
    ...layer("extensions", [
      ...LOADER_KNOWS,
      "skeleton",
      "metadata/announcements.js",
      "metadata/loading.js",
      "playback/groups/clipAnimationGroup.js",
      "keys/animationLoader.js",
    ]),
    // a door of its own, because it imports the optional @babylonjs/serializers
    ...layer("serializer", [...LOADER_KNOWS, "host/gltf/gltfExporter.js"]),
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
