import { describe, expect, it } from "@jest/globals";
import { History } from "../../playground/page/document/history.js";

const create = (): History<string, number> => new History<string, number>(0, Object.is);

describe("a history", () => {
  it("undoes and redoes ten steps, and names each", () => {
    const history = create();
    for (let i = 1; i <= 10; i++) {
      history.push(`step ${i}`, i);
    }
    for (let i = 10; i >= 1; i--) {
      expect([history.current, history.undoable]).toEqual([i, `step ${i}`]);
      expect(history.undo()).toBe(true);
      expect(history.redoable).toBe(`step ${i}`);
    }
    expect([history.current, history.undoable, history.undo()]).toEqual([0, null, false]);
    for (let i = 1; i <= 10; i++) {
      expect([history.redo(), history.current]).toEqual([true, i]);
    }
    expect([history.redoable, history.redo()]).toEqual([null, false]);
  });

  it("drops what was undone when something else is done", () => {
    const history = create();
    history.push("a", 1);
    history.push("b", 2);
    history.undo();
    history.push("c", 3);
    expect([history.current, history.redoable]).toEqual([3, null]);
    history.undo();
    expect(history.current).toBe(1);
  });

  it("makes one step of a gesture, until it ends", () => {
    const history = create();
    [1, 2, 3].forEach((state) => history.push("drag", state, "start"));
    history.endGesture();
    history.push("drag", 4, "start");
    history.push("drag", 5, "end");
    const passed = [history.current];
    while (history.undo()) {
      passed.push(history.current);
    }
    expect(passed).toEqual([5, 4, 3, 0]);
  });

  it("does not continue a gesture after an undo", () => {
    const history = create();
    history.push("drag", 1, "start");
    history.push("drag", 2, "start");
    history.endGesture();
    history.push("a", 3);
    history.undo();
    history.push("drag", 4, "start");
    history.undo();
    expect(history.current).toBe(2);
  });

  it("has no step for a gesture that returns to where it began, or for a change that changes nothing", () => {
    const history = create();
    history.push("a", 1);
    [2, 3, 1].forEach((state) => history.push("drag", state, "start"));
    history.push("b", 1);
    expect([history.undoable, history.current]).toEqual(["a", 1]);
    expect(history.redoable).toBeNull();
  });
});
