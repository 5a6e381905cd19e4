import { describe, expect, it } from "@jest/globals";
import { TimeView } from "../../playground/page/plots/timeView.js";

function viewOf(low: number, high: number): TimeView {
  const view = new TimeView();
  view.setWhole(low, high);
  return view;
}

const shown = ({ from, to }: TimeView): number[] => [from, to];

describe("the shown range of time", () => {
  it("is everything at first", () => {
    expect(shown(viewOf(-1, 9))).toEqual([-1, 9]);
  });

  it("keeps the time under the pointer in its place when one zooms", () => {
    const view = viewOf(0, 10);
    view.zoom(0.5, 4);
    expect(shown(view)).toEqual([2, 7]);
    view.zoom(2, 4);
    expect(shown(view)).toEqual([0, 10]);
  });

  it("never leaves the whole range, and keeps its length when one pans", () => {
    const view = viewOf(0, 10);
    view.show(2, 5);
    view.pan(100);
    expect(shown(view)).toEqual([7, 10]);
    view.pan(-4);
    expect(shown(view)).toEqual([3, 6]);
    view.zoom(100, 5);
    expect(shown(view)).toEqual([0, 10]);
    view.show(8, 12);
    expect(shown(view)).toEqual([6, 10]);
  });

  it("moves to a time that is outside", () => {
    const view = viewOf(0, 10);
    view.show(0, 2);
    view.reveal(5);
    expect(shown(view)).toEqual([4, 6]);
    view.reveal(5.5);
    expect(shown(view)).toEqual([4, 6]);
  });

  it("stays when the clip is edited, unless it showed everything", () => {
    const view = viewOf(0, 10);
    view.setWhole(0, 20);
    expect(shown(view)).toEqual([0, 20]);
    view.show(5, 6);
    view.setWhole(0, 30);
    expect(shown(view)).toEqual([5, 6]);
    view.setWhole(0, 2);
    expect(shown(view)).toEqual([1, 2]);
  });

  it("has a length also for a clip without one", () => {
    expect(shown(viewOf(3, 3))).toEqual([3, 4]);
  });
});
