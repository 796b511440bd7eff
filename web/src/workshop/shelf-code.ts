// The code of a scenario on a server's public shelf. It stands behind the `#` of a link, where otherwise a whole
// scenario stands: that is never so short.
const CODE = /^[A-HJKMNP-Z2-9]{4}-?[A-HJKMNP-Z2-9]{4}$/i;

/** The code behind the `#` of a link, or a typed one; empty: it is none. */
export function shelfCode(text: string): string {
  const word = text.trim().split("#").at(-1)!.replaceAll(" ", "");
  return CODE.test(word) ? word.replace("-", "").toUpperCase() : "";
}

/** The address of the page of a published scenario. */
export const shelfAddress = (code: string): string => `/scenario#${code.slice(0, 4)}-${code.slice(4)}`;
