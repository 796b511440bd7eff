/** An attachment of a list that scrolls: keeps the line with this number in its middle. */
export const inSight = (at: number) => (list: HTMLElement) => {
  const line = list.children[at];
  if (line instanceof HTMLElement) list.scrollTo({ top: line.offsetTop - list.clientHeight / 2 });
};
