import prettier from "eslint-config-prettier";
import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";

const BABYLON = { group: ["@babylonjs/*", "babylonjs*"], message: "This folder must not depend on Babylon." };

const LOG = { group: ["**/messages/log.js"], message: "It logs by way of Babylon." };

/**
 * Allows a folder to import from lower layers only.
 * @param {string} folder
 * @param {string[]} allowed the folders it may import from
 * @param {object[]} [more]
 * @returns {import("eslint").Linter.Config}
 */
function layer(folder, allowed, more = []) {
  const others = [
    ...["extensions", "playback", "evaluation", "pointer", "keys", "objectModel", "schema", "sampling", "timing", "host", "messages"],
    ...["file", "tools", "cli", "gltfTransform", "serializer", "crowd"],
  ].filter((name) => name !== folder && !allowed.includes(name));
  return {
    files: [`src/${folder}/**/*.ts`],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            { group: ["../index.js", "../pure.js"], message: "Import from the module itself, not from an entry." },
            ...others.map((name) => ({
              group: [`**/${name}/**`],
              message: `src/${folder} may import from ${allowed.join(", ") || "no other folder"}.`,
            })),
            ...more,
          ],
        },
      ],
    },
  };
}

export default defineConfig(
  // the applications of consumers resolve the package as it is installed
  { ignores: ["dist/", "coverage/", ".peers/", "scripts/consumers/"] },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/explicit-module-boundary-types": "error",
      "@typescript-eslint/no-non-null-assertion": "off",
      eqeqeq: "error",
      "no-console": "error",
    },
  },
  {
    files: ["src/**/*.ts"],
    ignores: ["src/host/**"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "MemberExpression[object.type!='ThisExpression'] > Identifier.property[name=/^_/]",
          message: "Only src/host may use Babylon's private members.",
        },
      ],
    },
  },
  {
    files: ["src/*.ts"],
    rules: {
      "no-restricted-imports": ["error", { patterns: [{ group: ["./cli/**"], message: "The command line is a program of its own." }] }],
    },
  },
  layer("timing", [], [BABYLON]),
  layer("sampling", [], [BABYLON]),
  layer("messages", []),
  layer("schema", ["timing", "messages"], [BABYLON, LOG]),
  layer(
    "file",
    ["schema", "messages"],
    [BABYLON, LOG, { regex: "schema/(?!assetError\\.js)", message: "Of the schema, files know the errors only." }],
  ),
  layer("objectModel", ["schema", "messages"], [BABYLON, LOG]),
  layer("tools", ["file", "objectModel", "schema", "sampling", "timing", "messages"], [BABYLON, LOG]),
  layer("cli", ["tools", "file", "schema", "timing", "messages"], [BABYLON, LOG]),
  layer("gltfTransform", ["objectModel", "schema", "timing", "messages"], [BABYLON, LOG]),
  layer("host", ["messages"]),
  layer("keys", ["sampling", "host", "messages"]),
  layer("evaluation", ["keys", "timing", "sampling", "host", "messages"]),
  layer("playback", ["evaluation", "keys", "timing", "sampling", "host", "messages"]),
  layer("crowd", ["playback", "evaluation", "keys", "timing", "sampling", "host", "messages"]),
  layer("pointer", ["keys", "objectModel", "schema", "sampling", "host", "messages"]),
  layer("extensions", ["playback", "evaluation", "pointer", "keys", "objectModel", "schema", "sampling", "timing", "host", "messages"]),
  layer("serializer", ["playback", "evaluation", "pointer", "keys", "objectModel", "schema", "sampling", "timing", "host", "messages"]),
  {
    files: ["**/*.js", "**/*.mjs"],
    rules: { "no-console": "off", "@typescript-eslint/explicit-module-boundary-types": "off" },
  },
  {
    files: ["test/**/*.ts", "fuzz/**", "scripts/**", "bench/**"],
    rules: {
      // the JSON of assets is untyped
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
  {
    // plain scripts, with the globals of their pages
    files: ["playground/snippets/*.js", "test/browser/pages/*.js"],
    ...tseslint.configs.disableTypeChecked,
    languageOptions: { sourceType: "script", parserOptions: { projectService: false } },
    rules: {
      ...tseslint.configs.disableTypeChecked.rules,
      "@typescript-eslint/explicit-module-boundary-types": "off",
      "@typescript-eslint/consistent-type-imports": "off",
      "@typescript-eslint/no-unused-vars": ["error", { varsIgnorePattern: "^createScene$" }],
    },
  },
  prettier,
);
