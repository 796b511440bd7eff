import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [svelte()],
  resolve: {
    alias: {
      $lib: beside("./src/lib"),
      $maze: beside("./src/maze"),
      $parts: beside("./src/parts"),
      $locales: beside("../src/dungeon_twister/content/locales"),
    },
    conditions: process.env.VITEST ? ["browser"] : undefined,
  },
  server: {
    fs: { allow: [".."] },
    proxy: {
      "/api": { target: "http://127.0.0.1:8000", ws: true },
    },
  },
  // The built page travels in the Python package and is served from there.
  build: { outDir: "../src/dungeon_twister/server/static", emptyOutDir: true, target: "es2022" },
  test: { include: ["tests/**/*.test.ts"] },
});
