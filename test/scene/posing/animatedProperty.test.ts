import { afterEach, describe, expect, it } from "@jest/globals";
import { Animation } from "@babylonjs/core/Animations/animation.js";
import { TransformNode } from "@babylonjs/core/Meshes/transformNode.js";
import { propertiesOf, type PropertyUser } from "../../../src/scene/posing/properties/animatedProperty.js";
import { addUser, createUser, propertyOf, remember } from "../../helpers/propertyUser.js";
import { createAnimation } from "../../helpers/group.js";
import { collectErrors, createScene, disposeScenes } from "../../helpers/scene.js";

afterEach(disposeScenes);

const user = (stopTarget: PropertyUser["stopTarget"] = () => undefined): PropertyUser => ({ ...createUser(), stopTarget });

describe("the property of an animation", () => {
  it("is shared by all animations of that property of a target", () => {
    const target = { x: 1, y: 2 };
    const [x, y] = ["x", "y"].map((name) => propertyOf(target, createAnimation(name)));
    expect(propertyOf(target, createAnimation("x", { frames: [0], values: [1] }))).toBe(x);
    expect(y).not.toBe(x);
    expect(propertyOf({ x: 1 }, createAnimation("x"))).not.toBe(x);
    expect(propertiesOf(target)).toEqual([x, y]);
  });

  it("is another one for values of another type", () => {
    const node = new TransformNode("node", createScene());
    const [vector, color] = [Animation.ANIMATIONTYPE_VECTOR3, Animation.ANIMATIONTYPE_COLOR3].map((dataType) =>
      propertyOf(node, createAnimation("position", { dataType })),
    );
    expect(color).not.toBe(vector);
  });

  it("is missing where the target lacks it", () => {
    const target = { x: 1 };
    expect(propertyOf(target, createAnimation("y"))).toBeNull();
    expect(propertiesOf(target)).toEqual([]);
  });
});

describe("the value at rest", () => {
  it("is that before the present users began; the original one is that before the first of all", () => {
    const target = { x: 1 };
    const property = propertyOf(target, createAnimation("x"))!;
    const [a, b] = [user(), user()];
    const values = (): unknown[] => [property.original, property.rest].map((each) => each && [...each]);
    expect(values()).toEqual([null, null]);
    addUser(property, a);
    expect(values()).toEqual([[1], [1]]);
    target.x = 2;
    addUser(property, b);
    property.release(a);
    expect(values()).toEqual([[1], [1]]); // somebody has animated it all the time
    property.release(b);
    target.x = 3;
    addUser(property, a);
    expect(values()).toEqual([[1], [3]]);
    property.release(a);
    target.x = 4;
    addUser(property, a);
    expect(values()).toEqual([[1], [4]]);
  });

  it("is original, too, where it was remembered before anything animated it", () => {
    const target = { x: 1 };
    const property = propertyOf(target, createAnimation("x"))!;
    remember(property);
    target.x = 2;
    remember(property);
    expect([...property.original!]).toEqual([1]);
  });
});

describe("users", () => {
  it("may use a property several times, and release it as often", () => {
    const property = propertyOf({ x: 1 }, createAnimation("x"))!;
    const [a, b] = [user(), user()];
    [a, b, a].forEach((each) => addUser(property, each));
    property.release(a);
    expect(new Set(property.users)).toEqual(new Set([a, b]));
    property.release(a);
    expect(property.users).toEqual([b]);
    property.release(b);
    expect(property.users).toEqual([]);
  });

  it("are stopped, once each, when the property fails, and for animations of it only", () => {
    const target = { x: 1, y: 2 };
    const property = propertyOf(target, createAnimation("x"))!;
    const stops: unknown[] = [];
    const stopped = user((which, isMeant) => {
      stops.push([which, ["x", "y"].map((name) => isMeant(createAnimation(name)))]);
      property.release(stopped);
    });
    addUser(property, stopped);
    addUser(property, stopped);
    expect(collectErrors(() => property.fail(new Error("no")))).toEqual(["x: cannot be animated: Error: no"]);
    expect(stops).toEqual([[target, [true, false]]]);
  });
});
