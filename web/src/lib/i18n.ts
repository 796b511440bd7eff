// The one place the page takes its words from.
export {
  LANGUAGES,
  ago,
  browserLanguage,
  dateTime,
  fill,
  has,
  language,
  listing,
  loadNamespaces,
  number,
  setLanguage,
  startLanguage,
  t,
  tn,
  type Language,
  type Params,
} from "./i18n.svelte";
