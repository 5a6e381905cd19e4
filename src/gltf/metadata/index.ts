export { KNOWN_DIALECTS, SETTINGS_DIALECTS } from "./announcements.js";
export type { ClipFormat } from "./announcements.js";
export { ImportContext } from "./importer.js";
export type { ImportedClip, ImportOptions, NameRules } from "./importer.js";
export { CLIP_FORMATS, IMPORTERS } from "./importers.js";
export { CLIP_EVENT } from "./interactivity.js";
