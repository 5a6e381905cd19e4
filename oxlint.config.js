import { defineConfig } from "oxlint";

// Oxlint finds a configuration in TypeScript by itself, which Node 20 cannot run. Editors must be told the name of this one.

const PLAYBACK_KNOWS = ["evaluation", "keys", "timing", "sampling", "host", "messages"];
const LOADER_KNOWS = ["playback", "pointer", "objectModel", "schema", ...PLAYBACK_KNOWS];

/**
 * Allows the files of a folder to import from lower layers only.
 * @param {string} folder
 * @param {string[]} allowed the folders, or modules, they may import from
 * @param {{ babylon?: boolean }} [options] false: not from Babylon, nor from the module that logs by way of it
 * @returns {import("oxlint").OxlintOverride[]}
 */
function layer(folder, allowed, { babylon = true } = {}) {
  const message = `src/${folder} may import from ${allowed.join(", ") || "no other folder"}${babylon ? "" : ", and not from Babylon"}.`;
  return [0, 1, 2, 3].map((depth) => {
    const src = "../".repeat(depth + 1);
    const group = [`${src}**`, ...allowed.map((name) => `!${src}${name.endsWith(".js") ? name : `${name}/**`}`)];
    if (!babylon) {
      group.push("@babylonjs/**", "babylonjs*", `${src}messages/log.js`);
    }
    return {
      files: [`src/${folder}/${"*/".repeat(depth)}*.ts`],
      rules: { "no-restricted-imports": ["error", { patterns: [{ group, message }] }] },
    };
  });
}

export default defineConfig({
  plugins: ["typescript", "oxc"],
  options: { typeAware: true, reportUnusedDisableDirectives: "error" },
  // the applications of consumers resolve the package as it is installed
  ignorePatterns: ["dist/", "coverage/", ".peers/", "scripts/consumers/"],
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
        "no-restricted-imports": ["error", { patterns: [{ group: ["./cli/**"], message: "The command line is a program of its own." }] }],
      },
    },
    ...layer("timing", [], { babylon: false }),
    ...layer("sampling", [], { babylon: false }),
    ...layer("messages", []),
    ...layer("schema", ["timing", "messages"], { babylon: false }),
    ...layer("file", ["schema/assetError.js", "messages"], { babylon: false }),
    ...layer("objectModel", ["schema", "messages"], { babylon: false }),
    ...layer("tools", ["file", "objectModel", "schema", "sampling", "timing", "messages"], { babylon: false }),
    ...layer("cli", ["tools", "file", "schema", "timing", "messages"], { babylon: false }),
    ...layer("gltfTransform", ["objectModel", "schema", "timing", "messages"], { babylon: false }),
    ...layer("host", ["messages"]),
    ...layer("keys", ["sampling", "host", "messages"]),
    ...layer("evaluation", ["keys", "timing", "sampling", "host", "messages"]),
    ...layer("playback", PLAYBACK_KNOWS),
    ...layer("crowd", ["playback", ...PLAYBACK_KNOWS]),
    ...layer("pointer", ["keys", "objectModel", "schema", "sampling", "host", "messages"]),
    ...layer("extensions", LOADER_KNOWS),
    ...layer("serializer", LOADER_KNOWS),
    { files: ["**/*.js", "**/*.mjs"], rules: { "no-console": "off", "typescript/explicit-module-boundary-types": "off" } },
    {
      // the JSON of assets is untyped, as is Babylon in plain scripts
      files: ["test/**", "fuzz/**", "scripts/**", "bench/**", "playground/snippets/**"],
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
