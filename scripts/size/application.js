/** What an application bundles that loads files with clips. */
import "../../src/index.js";
