import { describe, expect, it, jest } from "@jest/globals";
import { Observable } from "@babylonjs/core/Misc/observable.js";
import { logLater, logWarning, notify, runSafely } from "../../../src/scene/host/index.js";
import { Logger } from "@babylonjs/core/Misc/logger.js";
import { ruleOf } from "../../helpers/rules.js";
import { collectErrors } from "../../helpers/scene.js";

const fail = (): void => {
  throw new Error("mine");
};

describe("logged lines", () => {
  it.each(["Warn", "Error"] as const)("begin with the name of the package: %s", (name) => {
    const log = jest.spyOn(Logger, name).mockImplementation(() => undefined);
    logWarning(`/nodes/0: ${ruleOf("object", 1)}`);
    runSafely("walk", fail);
    const [line] = log.mock.calls[0]!;
    expect(line).toMatch(name === "Warn" ? /^babylon-gltf-animation: \/nodes\/0: must/ : /^babylon-gltf-animation: walk: Error: mine\n/);
    log.mockRestore();
  });
});

describe("what has to be imported first", () => {
  it("an import that fails is an error of the log", async () => {
    const log = jest.spyOn(Logger, "Error").mockImplementation(() => undefined);
    logLater("RegisterCompiledGroups", () => Promise.reject(new Error("offline")));
    await Promise.resolve();
    expect(log.mock.calls.map(([line]) => String(line).split("\n")[0])).toEqual([
      "babylon-gltf-animation: RegisterCompiledGroups: Error: offline",
    ]);
    log.mockRestore();
  });
});

describe("runSafely", () => {
  it("logs an error with its place, and goes on", () => {
    const log: string[] = [];
    const run = (): void => {
      runSafely("walk", fail);
      log.push("after");
    };
    expect(collectErrors(run)).toEqual(["walk: Error: mine"]);
    expect(log).toEqual(["after"]);
  });

  it("logs nothing where nothing is thrown", () => {
    const log: string[] = [];
    expect(collectErrors(() => runSafely("walk", () => void log.push("ran")))).toEqual([]);
    expect(log).toEqual(["ran"]);
  });
});

describe("notify", () => {
  it("gives the event to all observers", () => {
    const observable = new Observable<number>();
    const events: number[] = [];
    observable.add((event) => events.push(event));
    observable.add((event) => events.push(10 * event));
    expect(collectErrors(() => notify("walk", observable, 3))).toEqual([]);
    expect(events).toEqual([3, 30]);
  });

  it("logs the error of an observer, and observes the next event again", () => {
    const observable = new Observable<number>();
    const events: number[] = [];
    observable.add((event) => events.push(event));
    observable.add(fail);
    const run = (): void => [1, 2].forEach((event) => notify("walk", observable, event));
    expect(collectErrors(run)).toEqual(Array(2).fill("walk: an observer threw: Error: mine"));
    expect(events).toEqual([1, 2]);
  });
});
