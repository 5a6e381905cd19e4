/** An application that loads files with clips, to measure the size of its bundle. */
import "../../src/index.js";
