import { logWarningOnce, plainGroupsOfFiles } from "../../host/index.js";

/** Warns if animation groups of files were loaded before {@link RegisterCompiledGroups}. */
export function warnOfEarlyGroups(): void {
  const { length } = plainGroupsOfFiles();
  if (length > 0) {
    logWarningOnce(
      `RegisterCompiledGroups: ${length} animation groups were loaded before, and stay as they are; call it before files are loaded`,
      "RegisterCompiledGroups",
    );
  }
}
