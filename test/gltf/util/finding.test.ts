import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import {
  AssetError,
  createFinding,
  DescribeFinding,
  errorOf,
  findingOf,
  type FindingCode,
  UnexpectedError,
} from "../../../src/gltf/util/index.js";
import { readCodes } from "../../../scripts/findingCodes.mjs";

/** The rows of the table of codes: code, severity and description. */
const rows = readCodes(readFileSync("src/gltf/util/finding.ts", "utf8")) as { code: FindingCode; severity: number; text: string }[];

describe("findings", () => {
  it("have a description for each code, for the documentation of FindingCode", () => {
    const source = readFileSync("src/gltf/util/finding.ts", "utf8");
    const [codes] = /const SEVERITIES = .*?";/s.exec(source)!;
    const names = Array.from(codes.matchAll(/^ {2}(?:\| ")?([A-Z_]+)(?:";?$|: \d)/gm), ([, code]) => code);
    expect(new Set(rows.map(({ code }) => code))).toEqual(new Set(names));
    expect(rows).toHaveLength(names.length);
    expect(rows.length).toBeGreaterThan(30);
  });

  it("name the option that can change what is found", () => {
    const finding = createFinding("NOT_COPIED", "/nodes", "must be joints", "renameNodes");
    expect(DescribeFinding(finding)).toBe("/nodes: must be joints (see renameNodes)");
  });

  it.each(rows)("of $code have severity $severity, and a sentence of pointer and message", ({ code, severity, text }) => {
    const finding = createFinding(code, "/animations/0", text);
    expect(finding).toEqual({ code, severity, pointer: "/animations/0", message: text });
    expect(DescribeFinding(finding)).toBe(`/animations/0: ${text}`);
  });

  it("are made from errors, and become errors again", () => {
    const error = new AssetError("/extensions/KHR_animation_clip/clips/0/end", "must be >= start (got 1 < 2)");
    const finding = findingOf("CLIP_INVALID", error);
    expect(finding).toEqual({
      code: "CLIP_INVALID",
      severity: 0,
      pointer: "/extensions/KHR_animation_clip/clips/0/end",
      message: "must be >= start (got 1 < 2)",
    });
    expect(DescribeFinding(finding)).toBe(error.message);
    expect(errorOf(finding)).toEqual(error);
  });

  it("of bugs keep the cause, whatever the code of the reader", () => {
    const cause = new TypeError("x is not a function");
    const finding = findingOf("CLIP_INVALID", new UnexpectedError("/animations/0", cause));
    expect(finding).toMatchObject({ code: "UNEXPECTED_ERROR", severity: 0, pointer: "/animations/0", cause });
    expect(errorOf(finding)).toBeInstanceOf(UnexpectedError);
    expect(errorOf(finding).cause).toBe(cause);
  });
});
