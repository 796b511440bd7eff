import { loadNamespaces } from "./i18n.svelte";

/** A module that is loaded on demand, once the namespaces it needs are there. */
export async function withTexts<Module>(module: Promise<Module>, ...namespaces: string[]): Promise<Module> {
  await loadNamespaces(...namespaces);
  return module;
}
