/** The declarations of a package of two rooms, trimmed. */
import { describe, expect, it } from "@jest/globals";
import { trimDeclarations } from "../../scripts/declarations.mjs";

const EMITTED = new Map([
  ["/p/pure.d.ts", 'export { Clip, type Code } from "./scene/index.js";\n'],
  ["/p/scene/index.d.ts", 'export { Clip, Player } from "./clip.js";\nexport type { Code as Code } from "./code.js";\n'],
  [
    "/p/scene/clip.d.ts",
    `import { type Scene, type Mesh } from "babylon";
import { type Options, show } from "../util/index.js";
export declare class Player {
}
export declare class Clip {
    private _player;
    /** @internal */
    readonly player: Player;
    readonly scene: Scene;
    /** @internal Use \`CreateClip\`. */
    constructor(player: Player, mesh: Mesh);
    play(options: Options): void;
}
export {};
`,
  ],
  [
    "/p/scene/code.d.ts",
    "declare const CODES: {\n    readonly A: 0;\n    readonly \"B-C\": 1;\n};\nexport type Code = keyof typeof CODES | 'C';\nexport {};\n",
  ],
  ["/p/util/index.d.ts", 'export { type Settings as Options, show } from "./settings.js";\n'],
  [
    "/p/util/settings.d.ts",
    'declare module "babylon" {\n    interface All {\n        clip: Extra;\n    }\n}\nexport interface Extra {\n}\nexport interface Settings {\n}\nexport declare function show(): void;\n',
  ],
  ["/p/util/inner.d.ts", "export interface Inner {\n}\n"],
]);

describe("trimming of declarations", () => {
  const trimmed = new Map(Array.from(trimDeclarations(EMITTED, ["/p/pure.d.ts"]), ([path, text]) => [path, text.trim()]));

  it("leaves the modules that declare what the entries export, and what these need", () => {
    expect([...trimmed.keys()].sort()).toEqual(["/p/pure.d.ts", "/p/scene/clip.d.ts", "/p/scene/code.d.ts", "/p/util/settings.d.ts"]);
  });

  it("names the module that declares a name, under its name there", () => {
    expect(trimmed.get("/p/pure.d.ts")).toBe('export { Clip } from "./scene/clip.js";\nexport type { Code } from "./scene/code.js";');
  });

  it("takes out inner members, imports that only these need, and what is not reached; a constructor becomes protected", () => {
    expect(trimmed.get("/p/scene/clip.d.ts")).toBe(`import type { Scene } from "babylon";
import type { Settings as Options } from "../util/settings.js";
export declare class Clip {
    private _player;
    readonly scene: Scene;
    protected constructor();
    play(options: Options): void;
}`);
  });

  it("writes the names of a table out", () => {
    expect(trimmed.get("/p/scene/code.d.ts")).toBe(`export type Code = "A" | "B-C" | 'C';`);
  });

  it("keeps what a module adds to those of others", () => {
    expect(trimmed.get("/p/util/settings.d.ts")).toBe(
      'declare module "babylon" {\n    interface All {\n        clip: Extra;\n    }\n}\nexport interface Extra {\n}\nexport interface Settings {\n}',
    );
  });
});
