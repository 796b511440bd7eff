// What ESLint looks for in the client. Layout is Prettier's (.prettierrc), types are svelte-check's.
import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig, globalIgnores } from "eslint/config";
import typescript from "typescript-eslint";

const SVELTE = ["**/*.svelte", "**/*.svelte.ts"];
/** Files that insert HTML: the page's own drawings, which hold no text of a user. */
const OWN_HTML = [
  "src/maze/Maze.svelte",
  "src/maze/Preview.svelte",
  "src/pages/home/Art.svelte",
  "src/pages/workshop/*.svelte", // rooms whose names are words of the format (workshop/room-file.ts)
];

export default defineConfig(
  // built, and written by `npm run types`
  globalIgnores(["dist-site/", "src/lib/protocol.ts", "src/lib/catalogue-keys.ts"]),
  js.configs.recommended,
  typescript.configs.recommended,
  svelte.configs.recommended,
  { files: SVELTE, languageOptions: { parserOptions: { parser: typescript.parser } } },
  {
    rules: {
      "max-len": ["error", { code: 120 }], // Prettier leaves long strings and comments as they are
      "no-undef": "off", // TypeScript knows the names of each environment
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
      "svelte/no-unused-svelte-ignore": "off", // compiles every component again; svelte-check reads these comments
      "svelte/no-useless-mustaches": "off", // {" "} is a space that the formatter keeps
      "svelte/prefer-svelte-reactivity": "off", // a Map or Set that is replaced, not changed, needs no reactive class
    },
  },
  { files: OWN_HTML, rules: { "svelte/no-at-html-tags": "off" } },
);
