import { defineConfig } from "vite";

export default defineConfig({
  base: "./", // works in any folder of a static host
  build: { chunkSizeWarningLimit: 2500 }, // kB; most of it is Babylon.js
});
