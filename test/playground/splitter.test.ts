import { afterEach, describe, expect, it } from "@jest/globals";
import { clampSize, readSize, writeSize } from "../../playground/page/controls/splitter.js";

const before = Object.getOwnPropertyDescriptor(globalThis, "localStorage");

function store(value: object): void {
  Object.defineProperty(globalThis, "localStorage", { value, configurable: true });
}

afterEach(() => {
  if (before) {
    Object.defineProperty(globalThis, "localStorage", before);
  } else {
    Reflect.deleteProperty(globalThis, "localStorage");
  }
});

describe("the size of a panel", () => {
  it("stays within its bounds; the least one wins in a small window", () => {
    expect([clampSize(50, 100, 300), clampSize(200, 100, 300), clampSize(500, 100, 300), clampSize(200, 100, 40)]).toEqual([
      100, 200, 300, 100,
    ]);
  });

  it("is kept by the browser until it is reset", () => {
    const kept = new Map<string, string>();
    store({
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => kept.set(name, value),
      removeItem: (name: string) => kept.delete(name),
    });
    expect(readSize("side")).toBe(null);
    writeSize("side", 320);
    expect([readSize("side"), readSize("time")]).toEqual([320, null]);
    writeSize("side", null);
    expect(kept.size).toBe(0);
  });

  it.each(["wide", "", "-4", "NaN", "Infinity", "0"])("is the usual one where the browser has kept %j", (text) => {
    store({ getItem: () => text });
    expect(readSize("side")).toBe(null);
  });

  it("is the usual one where the browser keeps nothing", () => {
    const refuse = (): never => {
      throw new Error("SecurityError");
    };
    store({ getItem: refuse, setItem: refuse, removeItem: refuse });
    expect(readSize("side")).toBe(null);
    expect(() => writeSize("side", 3)).not.toThrow();
    expect(() => writeSize("side", null)).not.toThrow();
  });
});
