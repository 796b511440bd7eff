// Context of rule links: a page that can show a rule next to its content registers here, and every clause below it
// becomes a button.

import { getContext, setContext } from "svelte";

export type OpenRule = (clause: string) => void;

const KEY = Symbol("open rule");

/** For a page, while it is made. */
export const provideRules = (open: OpenRule): OpenRule => setContext(KEY, open);

/** For a clause; nothing where no page opens rules. */
export const ruleOpener = (): OpenRule | undefined => getContext(KEY);
