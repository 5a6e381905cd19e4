import { expect, it } from "@jest/globals";
import { Subscription } from "../../../src/scene/playing/players/sceneObservers.js";

function createLogged(): { log: string[]; update: (isNeeded: boolean) => void } {
  const log: string[] = [];
  let needed = false;
  const subscription = new Subscription(
    () => needed,
    () => {
      log.push("add");
      return [() => log.push("remove a"), () => log.push("remove b")];
    },
  );
  return { log, update: (isNeeded) => ((needed = isNeeded), subscription.update()) };
}

it("observers are added when they become needed, and removed when they no longer are", () => {
  const { log, update } = createLogged();
  update(true);
  update(false);
  update(true);
  expect(log).toEqual(["add", "remove a", "remove b", "add"]);
});

it("nothing happens while the need stays the same", () => {
  const { log, update } = createLogged();
  update(false);
  expect(log).toEqual([]);
  update(true);
  update(true);
  expect(log).toEqual(["add"]);
  update(false);
  update(false);
  expect(log).toEqual(["add", "remove a", "remove b"]);
});

it("observers that are needed again while they are removed are added again", () => {
  let isNeeded = true;
  const log: string[] = [];
  const subscription = new Subscription(
    () => isNeeded,
    () => {
      log.push("add");
      return [
        () => {
          log.push("remove");
          isNeeded = true;
          subscription.update();
        },
      ];
    },
  );
  subscription.update();
  isNeeded = false;
  subscription.update();
  expect(log).toEqual(["add", "remove", "add"]);
});
