/** Says at the end of a run how many tests were skipped, and for lack of what. */

/** What tests in a folder need, or the tests elsewhere. */
const NEEDS = { blender: "Blender or python3", other: "real glTF files in ../shared/assets beside the repository" };

/** @typedef {{ testFilePath: string, numPendingTests: number }} TestFile */

/** Counts the skipped tests by what they lack. @param {readonly TestFile[]} files @returns {string} a line for each; empty without skipped tests */
export function describeSkipped(files) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { testFilePath, numPendingTests } of files) {
    const need = /[\\/]test[\\/]blender[\\/]/.test(testFilePath) ? NEEDS.blender : NEEDS.other;
    counts.set(need, (counts.get(need) ?? 0) + numPendingTests);
  }
  const lines = Array.from(counts, ([need, count]) => `Skipped: ${count} ${count === 1 ? "test" : "tests"}, for lack of ${need}\n`);
  return lines.filter((line) => !line.startsWith("Skipped: 0 ")).join("");
}

export default class SkipReporter {
  /** @param {{ testNamePattern?: string }} config of the run */
  constructor({ testNamePattern }) {
    this._isWhole = !testNamePattern; // Jest counts tests with other names as skipped
  }

  /** @param {unknown} _contexts @param {{ testResults: readonly TestFile[] }} results */
  onRunComplete(_contexts, { testResults }) {
    if (this._isWhole) {
      process.stderr.write(describeSkipped(testResults));
    }
  }
}
