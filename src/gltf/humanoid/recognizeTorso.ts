import type { Candidate, Recognition } from "./recognition.js";

/** A word that counts more than this is one of the hips only. */
const SURE = 0.6;
/** The words of necks. */
const NECKS = /^(neck.*|首|hals|cuello|cou|collo)$/;

/** Finds hips, spine, neck and head: by where the limbs meet, and by names. */
export function recognizeTorso(recognition: Recognition): void {
  const arms = recognition.anySide("upperArm");
  const shoulders = recognition.anySide("shoulder").map((shoulder, i) => shoulder ?? arms[i]);
  const armsMeet = recognition.tree.commonAncestor(...shoulders);
  recognizeHips(recognition, armsMeet);
  recognizeHead(recognition, armsMeet);
  recognizeSpine(recognition, armsMeet);
}

function recognizeHips(recognition: Recognition, armsMeet: number | undefined): void {
  const { tree, names } = recognition;
  const candidates = recognition.candidates("hips");
  const isSure = ({ weight }: Candidate): boolean => weight > SURE;
  // Rigify: the hips are the first of spine, spine.001, ...
  const spines = recognition.candidates("spine").filter(({ node }) => names[node]!.word === "spine");
  const plain = spines.filter(({ node }) => names[node]!.number === null);
  const isRigify =
    spines.some(({ node }) => names[node]!.number === 1) && spines.some(({ node }) => /spine\.\d/.test(tree.nodes[node]!.name));
  if (!candidates.some(isSure) && plain.length === 1 && isRigify) {
    recognition.set("hips", plain[0]!.node, 0.8, "the first of spine, spine.001, ... (Rigify)");
  }
  const [left, right] = recognition.anySide("upperLeg");
  const legsMeet = left !== undefined && right !== undefined ? tree.commonAncestor(left, right) : undefined;
  const sure = recognition.best("hips", null, (node) => candidates.some((each) => each.node === node && isSure(each)));
  if (sure !== undefined) {
    const isInLine = legsMeet === undefined || legsMeet === sure || tree.isBelow(legsMeet, sure) || tree.isBelow(sure, legsMeet);
    recognition.set("hips", sure, isInLine ? 0.9 : 0.6, "name");
  } else if (legsMeet !== undefined) {
    const isBesideSpine = !recognition.isBone(legsMeet) && armsMeet !== undefined;
    const spine = isBesideSpine ? tree.pathUp(armsMeet).find((node) => tree.nodes[node]!.parent === legsMeet) : undefined;
    recognition.set("hips", spine ?? legsMeet, 0.6, "where the legs meet");
  } else {
    recognition.set("hips", recognition.best("hips", null), 0.5, "name");
  }
}

function recognizeHead(recognition: Recognition, armsMeet: number | undefined): void {
  const { tree, names, nodes } = recognition;
  const necks = recognition
    .candidates("neck")
    .map(({ node }) => node)
    .sort(recognition.byDepth);
  if (recognition.candidates("head").length === 0 && necks.length >= 2) {
    recognition.set("neck", necks[0], 0.6, "the first neck");
    recognition.set("head", necks.at(-1), 0.6, "the last neck, without a head");
  }
  const named =
    recognition.best("head", null, (node) => armsMeet === undefined || tree.isBelow(node, armsMeet) || !tree.nodes[node]!.isJoint) ??
    recognition.best("head", null);
  recognition.set(
    "head",
    named ?? findHead(recognition, armsMeet),
    named === undefined ? 0.5 : 0.9,
    named === undefined ? "above the arms" : "name",
  );
  const head = recognition.node("head");
  if (head === undefined) {
    return;
  }
  const path = tree.pathUp(head).slice(1);
  const at = armsMeet === undefined ? -1 : path.indexOf(armsMeet);
  const neck = (at > 0 ? path.slice(0, at) : path).filter((node) => NECKS.test(names[node]!.word)).at(-1);
  const between = at > 0 && nodes.includes(path[at - 1]!) && !names[path[at - 1]!]!.isNoise ? path[at - 1] : undefined;
  recognition.set("neck", neck ?? between, neck === undefined ? 0.6 : 0.9, neck === undefined ? "between chest and head" : "name");
}

/** The head of a skeleton whose names do not say it: the last bone above the arms. */
function findHead(recognition: Recognition, armsMeet: number | undefined): number | undefined {
  if (armsMeet === undefined) {
    return undefined;
  }
  const { tree, names, nodes } = recognition;
  const used = new Set(nodes);
  const arms = recognition.anySide("upperArm").filter((arm) => arm !== undefined);
  const spines = recognition.candidates("spine").map(({ node }) => node);
  const spine = spines.filter((node) => tree.isBelow(node, armsMeet)).sort((a, b) => recognition.byDepth(b, a))[0];
  if (spine !== undefined) {
    return spine;
  }
  const [head] = tree.children[armsMeet]!.filter(
    (node) => used.has(node) && !names[node]!.isNoise && !arms.some((arm) => arm === node || tree.isBelow(arm, node)),
  ).sort((a, b) => tree.place(b)[1] - tree.place(a)[1]);
  const above = head === undefined ? [] : tree.children[head]!.filter((node) => used.has(node) && recognition.isBone(node));
  const isNeck = above.length === 1 && names[above[0]!]!.word === "" && !names[above[0]!]!.isNoise;
  return isNeck ? above[0] : head;
}

function recognizeSpine(recognition: Recognition, armsMeet: number | undefined): void {
  const { tree, names } = recognition;
  const [hips, neck, head] = [recognition.node("hips"), recognition.node("neck"), recognition.node("head")];
  const top = armsMeet !== undefined && armsMeet !== hips ? armsMeet : tree.nodes[neck ?? head ?? -1]?.parent;
  if (hips === undefined || top === undefined || top < 0) {
    return;
  }
  const spines = recognition.candidates("spine").map(({ node }) => node);
  const path = tree.pathUp(top);
  const at = path.indexOf(hips);
  const isBetween = at >= 0;
  const line = (isBetween ? path.slice(0, at) : path.filter((node) => spines.includes(node) || node === top)).filter((node) => {
    const { word, isNoise } = names[node]!;
    const isKnown = isBetween || spines.includes(node) || word === "";
    return node !== neck && node !== head && recognition.isBone(node) && !isNoise && !word.startsWith("hips") && isKnown;
  });
  const rising = line.reverse();
  if (rising.length === 0) {
    spines
      .filter((node) => recognition.isBone(node))
      .sort(recognition.byDepth)
      .forEach((node) => {
        if (rising.length === 0 || tree.isBelow(node, rising.at(-1)!)) {
          rising.push(node);
        }
      });
  }
  const count = rising.length;
  const reason = `${count} between hips and arms`;
  const confidence = rising.every((node) => spines.includes(node)) ? 0.9 : 0.6;
  recognition.set("spine", rising[0], confidence, reason);
  if (count === 2) {
    recognition.set("chest", rising[1], confidence, reason);
  }
  if (count >= 3) {
    recognition.set("chest", rising[count === 3 ? 1 : Math.floor((count - 1) / 2)], confidence, reason);
    recognition.set("upperChest", rising[count - 1], confidence, reason);
  }
}
