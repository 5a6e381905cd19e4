import { Observable } from "@babylonjs/core/Misc/observable.js";
import { GltfFile, type Finding, MergeIntoReport, ValidateAnimations, type ValidatorReport } from "../../../src/tools.js";
import { textOf, type Message, type Messages } from "./messages.js";
import type { Source } from "../files/source.js";
import type { Validation } from "./validatorWorker.js";

export type Level = "error" | "warning" | "information" | "hint";

export const LEVELS: readonly Level[] = ["error", "warning", "information", "hint"];

/** A message of the loader, an issue of ours or of Khronos' glTF validator. */
export interface Remark {
  readonly level: Level;
  /** JSON pointer into the asset; null without a pointer. */
  readonly pointer: string | null;
  readonly text: string;
  /** The kind of issue; null for messages. */
  readonly code: string | null;
  readonly count: number;
}

type Validator = { readonly state: "idle" | "running" | "done" } | { readonly state: "failed"; readonly reason: string };

const EMPTY: ValidatorReport = { issues: { numErrors: 0, numWarnings: 0, numInfos: 0, numHints: 0, messages: [] } };

/** What is known about the opened file: messages of loading it, and reports of validators. */
export class Checks {
  readonly onChange = new Observable<void>();
  private _source: Source | null = null;
  private _issues: readonly Finding[] = [];
  private _report: ValidatorReport | null = null;
  private _validator: Validator = { state: "idle" };
  private _worker: Worker | null = null;
  private _notes: readonly Remark[] = [];
  private _reports: readonly Remark[] | null = null;
  private _all: readonly Remark[] | null = null;

  constructor(private readonly _messages: Messages) {
    _messages.onChange.add(() => this._changed());
  }

  /** The checked file. Our own rules run at once, Khronos' validator on request. */
  get source(): Source | null {
    return this._source;
  }

  set source(source: Source | null) {
    this._worker?.terminate();
    this._worker = null;
    this._source = source;
    this._report = null;
    this._validator = { state: "idle" };
    this._issues = source ? issuesOf(source) : [];
    this._changed();
  }

  get validator(): Validator {
    return this._validator;
  }

  /** Whether the validator found more than it lists. */
  get isTruncated(): boolean {
    return this._report?.issues.truncated ?? false;
  }

  /** Problems of the file, the worst first. */
  get reports(): readonly Remark[] {
    return (this._reports ??= this._collect());
  }

  /** All remarks, the worst first. */
  get all(): readonly Remark[] {
    return (this._all ??= sorted([...this.reports, ...this._notes]));
  }

  /** Sets the remarks of the page, in addition to those of loader and validators. */
  set notes(notes: readonly Remark[]) {
    const isSame =
      notes.length === this._notes.length &&
      notes.every(({ pointer, text }, i) => pointer === this._notes[i]!.pointer && text === this._notes[i]!.text);
    if (!isSame) {
      this._notes = notes;
      this._all = null;
      this.onChange.notifyObservers();
    }
  }

  private _collect(): readonly Remark[] {
    const messages = this._messages.all;
    const known = new Set(messages.map(({ pointer, text }) => `${pointer} ${text}`));
    const used = messages.map(({ text }) => text).filter((text) => text.includes("(used by "));
    const isNew = ({ code, pointer = "", message }: ValidatorReport["issues"]["messages"][number]): boolean =>
      !known.has(`${pointer} ${message}`) &&
      !(code === "UNDECLARED_EXTENSION" && used.some((text) => text.endsWith(`(used by ${pointer})`)));
    const issues = MergeIntoReport(this._report ?? EMPTY, this._issues).issues.messages.filter(isNew);
    return sorted([...messages.map(messageToRemark), ...issues.map(issueToRemark)]);
  }

  /** Checks the file with Khronos' glTF validator, which is loaded now, and runs beside the page. */
  async validate(): Promise<void> {
    const source = this._source;
    if (!source || this._validator.state === "running") {
      return;
    }
    this._show({ state: "running" });
    const result = await this._run(source).catch((error: unknown): Validation => ({ error: textOf(error) }));
    if (this._source === source) {
      this._report = "report" in result ? result.report : null;
      this._show("error" in result ? { state: "failed", reason: result.error } : { state: "done" });
    }
  }

  private async _run(source: Source): Promise<Validation> {
    const resources = await resourcesOf(source);
    if (this._source !== source) {
      return { error: "another file was opened" };
    }
    const worker = new Worker(new URL("./validatorWorker.ts", import.meta.url), { name: "gltf-validator" });
    this._worker = worker;
    const result = new Promise<Validation>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<Validation>) => resolve(data);
      worker.onerror = ({ message }) => resolve({ error: message || "the validator cannot be loaded" });
    });
    worker.postMessage({ name: source.name, bytes: source.glb, resources });
    return result.finally(() => worker.terminate());
  }

  private _changed(): void {
    this._reports = null;
    this._all = null;
    this.onChange.notifyObservers();
  }

  private _show(validator: Validator): void {
    this._validator = validator;
    this._changed();
  }
}

function sorted(remarks: readonly Remark[]): readonly Remark[] {
  return [...remarks].sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
}

function issuesOf({ json, glb }: Source): readonly Finding[] {
  let file: GltfFile | null = null;
  try {
    file = GltfFile.parse(glb);
  } catch {
    // without its data, the JSON alone is checked
  }
  return ValidateAnimations(file ?? json);
}

/** Fetches the files that a model refers to. Missing files are left out: the validator reports them. */
async function resourcesOf({ json, rootUrl, resolve }: Source): Promise<Record<string, Uint8Array>> {
  const stated = [json["buffers"], json["images"]].flatMap((items: unknown) => (Array.isArray(items) ? (items as unknown[]) : []));
  const uris = stated.flatMap((item) => {
    const { uri } = Object(item) as { uri?: unknown };
    return typeof uri === "string" && !uri.startsWith("data:") ? [uri] : [];
  });
  const resources: Record<string, Uint8Array> = {};
  for (const uri of new Set(uris)) {
    try {
      const url = resolve(rootUrl + uri);
      const response = await fetch(url);
      if (response.ok) {
        resources[uri] = new Uint8Array(await response.arrayBuffer());
      }
      if (url.startsWith("blob:")) {
        URL.revokeObjectURL(url);
      }
    } catch {
      // the validator reports it
    }
  }
  return resources;
}

function messageToRemark({ level, pointer, text, count }: Message): Remark {
  return { level, pointer, text, code: null, count };
}

function issueToRemark({ code, message, severity, pointer }: ValidatorReport["issues"]["messages"][number]): Remark {
  return { level: LEVELS[severity] ?? "hint", pointer: pointer ?? null, text: message, code, count: 1 };
}
