import { ClipColumns } from "./clipColumns.js";
import { GroupColumns } from "./groupColumns.js";

/** The time of clips and of groups, by rows: each row is of one kind. */
export class TimeColumns {
  readonly clips = new ClipColumns(0);
  readonly groups = new GroupColumns();

  resize(capacity: number): void {
    this.clips.resize(capacity);
    this.groups.resize(capacity);
  }
}
