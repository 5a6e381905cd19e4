/** The pictures of the snippets, which `site/scripts/film.mjs` takes. */
const pictures = import.meta.glob("../../media/snippets/*.webp", { eager: true, import: "default" });

/** The address of a snippet's picture. @param {string} name of the snippet */
export const pictureOf = (name) => pictures[`../../media/snippets/${name}.webp`];
