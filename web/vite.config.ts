import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { compactSvg } from "./scripts/compact-svg.ts";
import { licenceFile } from "./scripts/licences.ts";
import { openedAsFile } from "./scripts/opened-as-file.ts";
import { serviceWorker } from "./scripts/service-worker.ts";
import { iconSprite } from "./scripts/sprite.ts";

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const { version } = JSON.parse(readFileSync(fromHere("./package.json"), "utf8")) as { version: string };

/** Modules of every page; what they import comes with them. */
const CORE = [
  /[\\/]src[\\/]lib[\\/](i18n|settings|storage|icons|icon-names|router|seats|api)\./,
  /[\\/]src[\\/]transport[\\/](server-transport|connectivity)\./,
  /[\\/]src[\\/]parts[\\/]Icon\./,
];

/** `vite build --mode site`: the page that needs no server (docs/site.md). */
const SITE = "site";

export default defineConfig(({ mode }) => ({
  base: mode === SITE ? "./" : "/",
  plugins: [
    compactSvg(),
    iconSprite(),
    licenceFile(),
    openedAsFile(mode === SITE),
    serviceWorker(mode === SITE),
    svelte(),
  ],
  define: { CLIENT_VERSION: JSON.stringify(version), SITE: JSON.stringify(mode === SITE) },
  worker: { format: "es" },
  resolve: {
    alias: {
      $lib: fromHere("./src/lib"),
      $maze: fromHere("./src/maze"),
      $parts: fromHere("./src/parts"),
      $transport: fromHere(`./src/transport/${mode === SITE ? "worker" : "server"}-transport.ts`),
      $locales: fromHere("../src/dungeon_twister/content/locales"),
      $drawing: fromHere("../src/dungeon_twister/content/drawing"),
    },
    conditions: process.env.VITEST ? ["browser"] : undefined,
  },
  server: {
    fs: { allow: [".."] },
    proxy: {
      "/api": { target: process.env.DUNGEON_TWISTER_SERVER ?? "http://127.0.0.1:8000", ws: true },
    },
  },
  // The built page travels in the Python package and is served from there. Nothing is inlined: the server's content
  // security policy allows the page's own files only.
  build: {
    outDir:
      process.env.DUNGEON_TWISTER_WEB_OUT ?? (mode === SITE ? "dist-site" : "../src/dungeon_twister/server/static"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What every page and every maze is made of stays together: what comes later and uses a part of it must not take it
    // apart into many small files.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: "core",
              test: new RegExp(CORE.map((one) => one.source).join("|")),
              priority: 2,
            },
            { name: "maze", test: /[\\/]src[\\/]maze[\\/](?!Advice)/, priority: 1 },
          ],
        },
      },
    },
  },
  // Every file has its own modules elsewhere; sharing them takes half the time, so a test must not rely on being the
  // first.
  test: { include: ["tests/**/*.test.ts"], isolate: false, testTimeout: 30_000 },
}));
