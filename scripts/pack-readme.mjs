/**
 * `node scripts/pack-readme.mjs absolute|relative`: makes the links and pictures of README.md absolute, because the pages of npm and of CDNs
 * do not have the repository's files, or relative again. npm runs it before and after packing.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { withAbsoluteLinks, withRelativeLinks } from "./release.mjs";

const README = new URL("../README.md", import.meta.url);
const json = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const change = process.argv[2] === "absolute" ? withAbsoluteLinks : withRelativeLinks;
writeFileSync(README, change(readFileSync(README, "utf8"), json));
