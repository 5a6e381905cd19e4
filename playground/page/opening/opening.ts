import { format } from "../controls/dom.js";
import { DEMOS, type Demo } from "../files/demos.js";
import { modelsOf, readFiles, readUrl, type ModelFiles, type Progress, type Source } from "../files/source.js";

/** What to open. */
export interface Opening {
  readonly name: string;
  /** What people read while it is loaded: the name, and the size if that is known. */
  readonly description: string;
  readonly read: (onProgress: Progress) => Promise<Source>;
  readonly demo?: Demo;
  /** The query of the page's address when the model is shown. */
  readonly address: string;
}

export function openingOfDemo(demo: Demo, address = `?model=${demo.id}`): Opening {
  // the address of a built page has a hash in the name of the file
  const read = async (onProgress: Progress): Promise<Source> => ({ ...(await readUrl(demo.url, onProgress)), name: demo.file });
  return { name: demo.title, description: demo.title, read, demo, address };
}

export function openingOfFiles(files: ModelFiles): Opening {
  const name = modelsOf(files)[0]?.path ?? "files";
  return { name, description: describeFiles(files), read: (onProgress) => readFiles(files, onProgress), address: "" };
}

/** The name and the size of the model among files: `hero.glb, 0.5 MB`. */
export function describeFiles(files: ModelFiles): string {
  const [model] = modelsOf(files);
  return model ? `${model.path}, ${format(model.file.size / 1e6, 1)} MB` : "files";
}

/** The model that the page's address names: a demo, or the address of a file. */
export interface Requested {
  readonly opening: Opening;
  /** The address of a file; null for a demo. */
  readonly url: string | null;
}

/** Reads the page's address; without a model, the first demo is opened. The address stays as a whole, including unknown parameters. */
export function readRequested({ search, hash }: Location): Requested {
  const requested = new URLSearchParams(search).get("model") ?? DEMOS[0].id;
  const address = search + hash;
  const demo = DEMOS.find(({ id }) => id === requested);
  return demo
    ? { opening: openingOfDemo(demo, address), url: null }
    : {
        opening: { name: requested, description: requested, read: (onProgress) => readUrl(requested, onProgress), address },
        url: requested,
      };
}
