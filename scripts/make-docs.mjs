/** `node --import tsx scripts/make-docs.mjs`: writes docs/pointers.md and docs/engines.md. */
import { writeFileSync } from "node:fs";
import { makeEngineDocs } from "./engineDocs.mjs";
import { makePointerDocs } from "./pointerDocs.mjs";

writeFileSync(new URL("../docs/pointers.md", import.meta.url), await makePointerDocs());
writeFileSync(new URL("../docs/engines.md", import.meta.url), await makeEngineDocs());
