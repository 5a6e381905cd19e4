/** `node --import tsx scripts/make-docs.mjs`: writes docs/pointers.md. */
import { writeFileSync } from "node:fs";
import { makePointerDocs } from "./pointerDocs.mjs";

writeFileSync(new URL("../docs/pointers.md", import.meta.url), await makePointerDocs());
