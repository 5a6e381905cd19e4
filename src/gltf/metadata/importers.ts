import type { ClipFormat } from "./announcements.js";
import { importExtras } from "./extras.js";
import { importGodot } from "./godot.js";
import { importHubs } from "./hubs.js";
import type { Importer } from "./importer.js";
import { importInteractivity } from "./interactivity.js";
import { importNames } from "./names.js";
import { importUnity } from "./unity.js";
import { importUnreal, importVerge3d, importVrmxt } from "./vendors.js";

/** The importers by format. A file that is loaded gets the clips of the first format, in this order, that gives any. */
export const IMPORTERS: Readonly<Record<ClipFormat, Importer>> = {
  godot: importGodot,
  unity: importUnity,
  unreal: importUnreal,
  verge3d: importVerge3d,
  hubs: importHubs,
  vrmxt: importVrmxt,
  interactivity: importInteractivity,
  extras: importExtras,
  names: importNames,
};

/** The names of all clip formats. */
export const CLIP_FORMATS = Object.keys(IMPORTERS) as readonly ClipFormat[];
