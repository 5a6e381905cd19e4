/** Changed files and the tools: a tool works, or refuses the file with the place of the error and leaves it as it is. */
import fc from "fast-check";
import type { Finding } from "../../src/tools.js";
import {
  ConvertAnimations,
  DescribeFinding,
  GltfFile,
  ReadClips,
  ReadControllers,
  ReadEvents,
  ValidateAnimations,
  WriteClips,
  WriteEvents,
} from "../../src/tools.js";
import { isEqual } from "../../src/gltf/file/index.js";
import { toolsWith } from "../../test/helpers/allTools.js";
import { MODEL_OF_ALL, packModel } from "../../test/helpers/brokenModels.js";
import { bytesOf, changedFiles, describeFile, type ChangedFile } from "../files.js";
import { expect, expectAssetError, expectBounded, expectMessages, expectSameWhenRead } from "../invariants.js";
import type { Target } from "../target.js";

type Tool = (file: GltfFile) => readonly string[];

const messagesOf = (findings: readonly Finding[]): string[] => findings.map(DescribeFinding);

/** Clips that were read are written so that they are read again. */
function rewriteClips({ json }: GltfFile): readonly string[] {
  const { definitions, findings } = ReadClips(json);
  WriteClips(json, definitions);
  const again = ReadClips(json);
  const contents = [definitions, again.definitions].map((list) => list.map((definition) => ({ ...definition, pointer: "" })));
  expect(isEqual(contents[0], contents[1]), () => "clips must be read as they were written");
  return messagesOf([...findings, ...again.findings]);
}

/** Events that were read are written so that they are read again. */
function rewriteEvents({ json }: GltfFile): readonly string[] {
  const { definitions, findings } = ReadEvents(json);
  json.animations?.forEach((_, i) => {
    const own = definitions.filter(({ animation }) => animation === i).map(({ event, other }) => ({ ...event, other }));
    WriteEvents(json, i, own);
    const again = ReadEvents(json).definitions.filter(({ animation }) => animation === i);
    const sorted = [...own].sort((a, b) => a.time - b.time);
    const written = again.map(({ event, other }) => ({ ...event, other }));
    expect(isEqual(sorted, written), () => "events must be read as they were written");
  });
  return messagesOf(findings);
}

/** What was converted needs no conversion. */
function convertTwice(file: GltfFile): readonly string[] {
  const { findings } = ConvertAnimations(file);
  const converted = JSON.stringify(file.json);
  ConvertAnimations(file);
  expect(JSON.stringify(file.json) === converted, () => "a second conversion must change nothing");
  return messagesOf(findings);
}

const TOOLS: Readonly<Record<string, Tool>> = {
  ...toolsWith(packModel(MODEL_OF_ALL)),
  ReadControllers: ({ json }) => messagesOf(ReadControllers(json).findings),
  "WriteClips after ReadClips": rewriteClips,
  "WriteEvents after ReadEvents": rewriteEvents,
  "ConvertAnimations twice": convertTwice,
  readAccessor: (file) => {
    file.json.accessors?.forEach((_, i) => catchAssetError(() => file.readAccessor(i)));
    return [];
  },
};

function catchAssetError<T>(run: () => T): T | null {
  try {
    return run();
  } catch (error) {
    expectAssetError(error);
    return null;
  }
}

/** How many errors of animations a file has. */
function countErrors(file: GltfFile): number {
  return ValidateAnimations(file).filter(({ severity }) => severity === 0).length;
}

/** Runs a tool on a file. Returns whether it was not refused. */
function tryTool(file: GltfFile, tool: Tool): boolean {
  const before = JSON.stringify(file.json);
  const messages = catchAssetError(() => tool(file));
  expectMessages(messages ?? []);
  expect(messages !== null || JSON.stringify(file.json) === before, () => "a file that is refused must stay as it is");
  return messages !== null;
}

interface ToolCase {
  readonly tool: string;
  readonly file: ChangedFile;
}

export const TOOLS_TARGET: Target<ToolCase> = {
  name: "tools",
  share: 3,
  cases: fc.record({ tool: fc.constantFrom(...Object.keys(TOOLS)), file: changedFiles }),
  run: ({ tool, file }) => {
    const bytes = bytesOf(file);
    return expectBounded(bytes.length, () => {
      const parsed = catchAssetError(() => GltfFile.parse(bytes));
      if (!parsed) {
        return;
      }
      const errors = countErrors(parsed);
      if (tryTool(parsed, TOOLS[tool]!)) {
        expectSameWhenRead(parsed, (written) => GltfFile.parse(written));
        expect(errors > 0 || countErrors(parsed) === 0, () => "a valid file must stay valid");
      }
    });
  },
  describe: ({ tool, file }) => {
    const { text, ...rest } = describeFile(file);
    return { text: `${tool} on ${text}`, ...rest };
  },
};
