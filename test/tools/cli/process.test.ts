/** The bundled program, in a folder without any packages. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Logger, NodeIO } from "@gltf-transform/core";
import { ALL_EXTENSIONS } from "@gltf-transform/extensions";
import { meshopt } from "@gltf-transform/functions";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { MeshoptEncoder } from "meshoptimizer";
import { packGlb, unpackGlb } from "../../../scripts/glb.mjs";
import { createRuler } from "../../helpers/gltfAsset.js";
import { ruleOf } from "../../helpers/rules.js";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const FOLDER = mkdtempSync(join(tmpdir(), "cli-"));
const PROGRAM = join(FOLDER, "bundle/main.js");

interface Ending {
  readonly status: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

function start(argv: readonly string[], input?: Uint8Array): Ending {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...argv], { cwd: FOLDER, ...(input && { input }) });
  return { status, stdout, stderr: stderr.toString() };
}

const { json, bin } = createRuler(4);
const MODEL = new Uint8Array(packGlb(json, bin));

beforeAll(() => {
  const webpack = join(ROOT, "node_modules/webpack/bin/webpack.js");
  const config = ["--env", "cli", "--output-path", join(FOLDER, "bundle")];
  execFileSync(process.execPath, [webpack, ...config], { cwd: ROOT, stdio: "pipe" });
  writeFileSync(join(FOLDER, "package.json"), '{ "type": "module" }');
});

afterAll(() => rmSync(FOLDER, { recursive: true }));

describe("the program", () => {
  it("is a single file, with the license of the bundled library beside it", () => {
    expect(readdirSync(join(FOLDER, "bundle")).sort()).toEqual(["commander-LICENSE", "main.js"]);
    expect(readFileSync(PROGRAM, "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  it("prints the version of the package", () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    expect(start(["--version"]).stdout.toString()).toBe(`${version}\n`);
  });

  it("changes a file in place through a link, and keeps its permissions", () => {
    mkdirSync(join(FOLDER, "models"));
    const path = join(FOLDER, "models/ruler.glb");
    writeFileSync(path, MODEL);
    chmodSync(path, 0o640);
    symlinkSync(path, join(FOLDER, "link.glb"));
    expect(start(["split", "link.glb", "a=0-1", "--in-place"])).toMatchObject({ status: 0, stderr: "1 clip -> link.glb\n" });
    expect(readdirSync(join(FOLDER, "models"))).toEqual(["ruler.glb"]);
    expect(statSync(path).mode & 0o777).toBe(0o640);
    const written = unpackGlb(readFileSync(path));
    expect(written.json["extensions"]).toEqual({ KHR_animation_clip: { clips: [{ name: "a", animations: [0], end: 1 }] } });
    expect(Buffer.compare(written.bin, bin)).toBe(0);
  });

  it("decompresses meshopt with the package of the current folder", async () => {
    await MeshoptEncoder.ready;
    const io = new NodeIO().registerExtensions(ALL_EXTENSIONS).registerDependencies({ "meshopt.encoder": MeshoptEncoder });
    const document = await io.readBinary(MODEL);
    await document.setLogger(new Logger(Logger.Verbosity.SILENT)).transform(meshopt({ encoder: MeshoptEncoder }));
    writeFileSync(join(FOLDER, "ruler.glb"), MODEL);
    writeFileSync(join(FOLDER, "packed.glb"), await io.writeBinary(document));
    const compare = (): Ending => start(["diff", "ruler.glb", "packed.glb", "--motion"]);
    expect(compare()).toMatchObject({ status: 2, stderr: expect.stringContaining("npm install meshoptimizer") });
    mkdirSync(join(FOLDER, "node_modules"), { recursive: true });
    symlinkSync(join(ROOT, "node_modules/meshoptimizer"), join(FOLDER, "node_modules/meshoptimizer"));
    const { status, stdout } = compare();
    expect([status, stdout.toString()]).toEqual([0, expect.stringMatching(/^0 of 1 channels differ by more than 0\.001, /)]);
  });

  it("reads stdin and writes stdout", () => {
    const { status, stdout } = start(["split", "-", "a=0-1", "-o", "-"], MODEL);
    expect(status).toBe(0);
    expect(start(["inspect", "-"], stdout).stdout.toString()).toContain("\n  0      a     |=======>");
  });

  it("exits with 2 if a file is missing, and writes nothing", () => {
    expect(start(["convert", "missing.glb", "-o", "out.glb"])).toMatchObject({ status: 2, stderr: "missing.glb: there is no such file\n" });
    expect(existsSync(join(FOLDER, "out.glb"))).toBe(false);
  });

  it("exits with 2 if an input is a folder", () => {
    const message = `bundle: ${ruleOf("fileNotFolder")}\n`;
    expect(start(["validate", "--no-core", "bundle"])).toMatchObject({ status: 2, stderr: message });
  });

  it.each([
    { comment: "below a file", output: "ruler.glb/out.glb", message: "ruler.glb/out.glb: cannot be written (ENOTDIR)\n" },
    { comment: "a folder", output: "bundle", message: "bundle: cannot be written (EISDIR)\n" },
    { comment: "a loop of links", output: "loop", message: "loop: cannot be read (ELOOP)\n" },
    { comment: "with too long a name", output: "n".repeat(256), message: /^n+\.\.\.: cannot be read \(ENAMETOOLONG\)\n$/ },
  ])("refuses an output that is $comment, and leaves no file behind", ({ output, message }) => {
    writeFileSync(join(FOLDER, "ruler.glb"), MODEL);
    if (!readdirSync(FOLDER).includes("loop")) {
      symlinkSync("loop", join(FOLDER, "loop"));
    }
    const before = readdirSync(FOLDER);
    const { status, stderr } = start(["split", "ruler.glb", "a=0-1", "-o", output]);
    expect([status, stderr]).toEqual([2, typeof message === "string" ? message : expect.stringMatching(message)]);
    expect(readdirSync(FOLDER)).toEqual(before);
  });

  it.each(["pipe", "to-pipe"])("does not replace a pipe or a device by a file: %s", (output) => {
    writeFileSync(join(FOLDER, "ruler.glb"), MODEL);
    if (!existsSync(join(FOLDER, "pipe"))) {
      execFileSync("mkfifo", [join(FOLDER, "pipe")]);
      symlinkSync("pipe", join(FOLDER, "to-pipe"));
    }
    const before = readdirSync(FOLDER);
    const { status, stderr } = start(["split", "ruler.glb", "a=0-1", "-o", output]);
    expect([status, stderr]).toEqual([2, `${output}: ${ruleOf("regularFile")}\n`]);
    expect(lstatSync(join(FOLDER, "pipe")).isFIFO()).toBe(true);
    expect(lstatSync(join(FOLDER, "to-pipe")).isSymbolicLink()).toBe(true);
    expect(readdirSync(FOLDER)).toEqual(before);
  });

  it.each(["n".repeat(251) + ".glb", "-dash.glb", `q'u"o te\n日本.glb`])("changes files with unusual names: %j", (name) => {
    writeFileSync(join(FOLDER, name), MODEL);
    expect(start(["split", "--in-place", "--", name, "a=0-1"]).status).toBe(0);
    expect(unpackGlb(readFileSync(join(FOLDER, name))).json["extensionsUsed"]).toEqual(["KHR_animation_clip"]);
    rmSync(join(FOLDER, name));
  });

  it("reports that stdout cannot be written", () => {
    const full = openSync("/dev/full", "w");
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM, "--help"], { stdio: ["ignore", full, "pipe"] });
    closeSync(full);
    expect([status, stderr.toString()]).toEqual([2, "stdout: cannot be written (ENOSPC)\n"]);
  });

  it("ends quietly if the reader of stdout has closed it", () => {
    const command = `${JSON.stringify(process.execPath)} ${JSON.stringify(PROGRAM)} inspect many.glb --json | head -c 1`;
    const animations = Array.from({ length: 2000 }, () => json["animations"][0] as unknown);
    writeFileSync(join(FOLDER, "many.glb"), packGlb({ ...json, animations }, bin));
    const { status, stdout, stderr } = spawnSync("bash", ["-o", "pipefail", "-c", command], { cwd: FOLDER });
    expect([status, stdout.toString(), stderr.toString()]).toEqual([0, "{", ""]);
  });

  it("finds gltf-validator in the current folder, and works without it", () => {
    writeFileSync(join(FOLDER, "bad.glb"), packGlb({ ...json, scene: 5 }, bin));
    const without = start(["validate", "bad.glb"]);
    expect([without.status, without.stderr]).toEqual([0, expect.stringMatching(/^gltf-validator is not installed/)]);
    mkdirSync(join(FOLDER, "node_modules"), { recursive: true });
    symlinkSync(join(ROOT, "node_modules/gltf-validator"), join(FOLDER, "node_modules/gltf-validator"));
    const found = start(["validate", "bad.glb"]);
    expect([found.status, found.stderr]).toEqual([1, ""]);
    expect(found.stdout.toString()).toContain("UNRESOLVED_REFERENCE  /scene: ");
  });
});
