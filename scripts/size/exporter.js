/** An application that exports scenes with their animations, to measure the size of its bundle. */
import { RegisterAnimationExport } from "../../src/serializer.js";

RegisterAnimationExport();
