/** The mutant that is on, and the mutants whose code runs: shared by the worker and the environment of its tests. */
export const mutation = {
  file: "",
  index: -1,
  /** How many questions for mutants there were, and may be: beyond, the mutant made a loop endless. */
  questions: 0,
  limit: 0,
  /** By file, which mutants were asked for. @type {Map<string, boolean[]>} */
  reached: new Map(),

  /** @param {string} file @returns {(index: number) => boolean} whether a mutant of this file is on */
  of(file) {
    const indices = this.reached.get(file) ?? [];
    this.reached.set(file, indices);
    const active = this.file === file ? this.index : -1;
    return (index) => {
      if (++this.questions > this.limit) {
        throw new Error("endless");
      }
      indices[index] = true;
      return index === active;
    };
  },
};
