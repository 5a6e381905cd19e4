import { logWarning, logWithStack, warnOfUnknownMembers } from "../host/index.js";
import { DescribeFinding, errorOf, type Finding, type MemberNames } from "../../gltf/util/index.js";
import type { GLTFLoader } from "@babylonjs/loaders/glTF/2.0/index.js";
import type { ReportOptions } from "./options.js";

const DEFAULT_MAX_WARNINGS = 100;

/** The number of warnings of a load so far. */
interface Tally {
  logged: number;
  omitted: number;
}

const tallies = new WeakMap<GLTFLoader, Tally>();

/** Logs what an extension finds in a file, up to a maximum number. */
export class LoadReport {
  private readonly _tally: Tally;

  /** @param names the members of the loader options of the extension */
  constructor(
    private readonly _loader: GLTFLoader,
    private readonly _extension: string,
    names?: MemberNames<ReportOptions>,
  ) {
    this._tally = tallies.get(_loader) ?? { logged: 0, omitted: 0 };
    tallies.set(_loader, this._tally);
    if (names) {
      warnOfUnknownMembers(_extension, "options", _loader.parent.extensionOptions[_extension], names);
    }
  }

  /**
   * Logs a finding.
   * @throws AssetError if the finding is an error, and the file requires the extension
   */
  add(finding: Finding): void {
    const { extensionsRequired } = this._loader.gltf;
    if (finding.severity === 0 && Array.isArray(extensionsRequired) && extensionsRequired.includes(this._extension)) {
      throw errorOf(finding);
    }
    if (this._mayLog()) {
      const { code, cause } = finding;
      (code === "UNEXPECTED_ERROR" ? logWithStack : logWarning)(DescribeFinding(finding), cause);
    }
  }

  /** Logs the number of omitted warnings. To be called by each extension when the loader is disposed. */
  close(): void {
    const { omitted } = this._tally;
    if (omitted > 0) {
      this._tally.omitted = 0;
      logWarning(`${omitted} more warnings of this file are not shown (option maxWarnings)`);
    }
  }

  private _mayLog(): boolean {
    const options = this._loader.parent.extensionOptions[this._extension] as ReportOptions | undefined;
    const { maxWarnings = DEFAULT_MAX_WARNINGS } = options ?? {};
    const isWithin = this._tally.logged < maxWarnings;
    this._tally[isWithin ? "logged" : "omitted"]++;
    return isWithin;
  }
}
