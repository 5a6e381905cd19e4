import type { GltfJson } from "../../../gltf/file/index.js";
import {
  controllerIn,
  controllersIn,
  isPlayCanvasGraph,
  ReadPlayCanvasGraph,
  topmostMoved,
  WriteController,
} from "../../../gltf/controller/index.js";
import { AssetError, DescribeFinding, excerpt, type Finding } from "../../../gltf/util/index.js";
import { checkController } from "../../index.js";
import type { CliCommand } from "../command.js";
import { editCommand } from "../edit.js";
import type { Io } from "../io.js";
import { PIPE, readFile, readModel, UsageError } from "../model.js";
import { describeIssue, painter, plural, writeLines } from "../text.js";

const GROUP = { name: "controller", description: "Read, write and check the controllers of characters in glTF files" };

interface NodeOption {
  readonly node?: string;
}

/** `controller get <in>` */
export const controllerGet: CliCommand<[string], NodeOption> = {
  group: GROUP,
  usage: "get <in>",
  description: "Print the definition of a controller in a file as JSON",
  example: "controller get hero.glb > controller.json",
  define: (command) => command.option("--node <name>", "the node that has it; default the only one"),
  run: async (io, [input], { node }) => {
    const { json } = (await readModel(io, input)).file;
    const found = controllersIn(json).filter((each) => node === undefined || nameOfNode(json, each.node) === node);
    if (found.length !== 1) {
      const names = controllersIn(json).map((each) => nameOfNode(json, each.node));
      const known = names.length === 0 ? "no node has one" : `those of ${excerpt(names.join(", "))}`;
      throw new UsageError(`state a controller with --node: ${known}`);
    }
    io.stdout.write(`${JSON.stringify(found[0]!.definition, null, 2)}\n`);
    return 0;
  },
};

/** `controller check <in> [definition]` */
export const controllerCheck: CliCommand<[string, string | undefined], object> = {
  group: GROUP,
  usage: "check <in> [definition]",
  description: "Check the controllers in a file, or a definition by the clips and nodes of a file",
  example: "controller check hero.glb controller.json",
  run: async (io, [input, path]) => {
    const { json } = (await readModel(io, input)).file;
    const given = path === undefined ? null : await readDefinition(io, path);
    const definitions = given ? [given.definition] : controllersIn(json).map(({ definition }) => definition);
    if (definitions.length === 0) {
      throw new UsageError(`${excerpt(input)}: has no controller; state a definition`);
    }
    const findings = [...(given?.findings ?? []), ...definitions.flatMap((definition) => checkController(json, definition))];
    const errors = findings.filter(({ severity }) => severity === 0);
    const paint = painter(io, io.stdout);
    writeLines(io.stdout, [
      `${paint("bold", excerpt(input))}: ${plural(errors.length, "error")}, ${plural(findings.length - errors.length, "warning")} in ${plural(definitions.length, "controller")}`,
      ...findings.map((finding) => describeIssue(finding, paint)),
    ]);
    return errors.length > 0 ? 1 : 0;
  },
};

/** `controller set <in> <definition>` */
export const controllerSet = editCommand<[string], NodeOption>({
  group: GROUP,
  usage: "set <in> <definition>",
  description: "Write the definition of a controller, or a state graph of PlayCanvas, into a file",
  example: "controller set hero.glb controller.json -o hero-controlled.glb",
  inputs: ([definition]) => (definition === PIPE ? [] : [definition]),
  define: (command) => command.option("--node <name>", "the node of the character; default the topmost one that clips move"),
  edit: async ({ file: { json } }, [path], { node: name }, io) => {
    const { definition, findings } = await readDefinition(io, path);
    const all = [...findings, ...checkController(json, definition)];
    const [error] = all.filter(({ severity }) => severity === 0);
    if (error) {
      throw new UsageError(`${excerpt(path)}: ${DescribeFinding(error)}`);
    }
    const index = findNode(json, name);
    const before = controllerIn(json.nodes![index]!.extras);
    const warnings = all.map(DescribeFinding);
    if (JSON.stringify(before) === JSON.stringify(definition)) {
      return { done: null, reason: "the file has this controller", warnings };
    }
    WriteController(json, definition, index);
    return { done: `controller of ${excerpt(nameOfNode(json, index))} ${before === undefined ? "added" : "replaced"}`, warnings };
  },
});

/** Reads a definition, also of a graph of PlayCanvas. */
async function readDefinition(io: Io, path: string): Promise<{ readonly definition: unknown; readonly findings: readonly Finding[] }> {
  const bytes = path === PIPE ? await io.readStdin() : readFile(io.files, path);
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new UsageError(`${excerpt(path)}: must be JSON: ${excerpt((error as Error).message)}`);
  }
  if (!isPlayCanvasGraph(json)) {
    return { definition: json, findings: [] };
  }
  try {
    return ReadPlayCanvasGraph(json);
  } catch (error) {
    throw error instanceof AssetError ? new UsageError(`${excerpt(path)}: ${error.message}`) : error;
  }
}

function nameOfNode({ nodes = [] }: GltfJson, index: number): string {
  return nodes[index]?.name ?? `node${index}`;
}

/** @throws UsageError unless the file has one such node */
function findNode(json: GltfJson, name: string | undefined): number {
  const { nodes = [] } = json;
  const found = name === undefined ? topmostMoved(json) : [...nodes.keys()].filter((i) => nameOfNode(json, i) === name);
  if (found.length !== 1) {
    const known = excerpt([...nodes.keys()].map((i) => nameOfNode(json, i)).join(", ") || "none", 400);
    throw new UsageError(
      name === undefined
        ? `state the node of the character with --node: ${found.length} topmost nodes are moved by clips; there are ${known}`
        : `node ${excerpt(name)}: must be the name of one node (got ${found.length}); there are ${known}`,
    );
  }
  return found[0]!;
}
