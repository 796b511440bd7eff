// Whose turn it is, for users who look at another tab: the title, and a bell if the page is in the background.

const NAME = "Dungeon Twister";
let waiting = false;

export function announceTurn(mine: boolean, heading: string, bell: () => void, notify = false): () => void {
  document.title = heading ? `${mine ? "● " : ""}${heading} · ${NAME}` : NAME;
  if (mine && !waiting && document.visibilityState === "hidden") {
    bell();
    if (notify) call(heading);
  }
  waiting = mine;
  mark(mine);
  return () => {
    document.title = NAME;
    mark(false);
  };
}

/** A notification of the browser; a click on it comes back to the game. */
function call(heading: string): void {
  if (typeof Notification === "undefined" || Notification.permission !== "granted") return;
  const note = new Notification(NAME, { body: heading, tag: "turn" });
  note.onclick = () => {
    window.focus();
    note.close();
  };
}

/** A dot on the favicon. The page's own icon stays where it is; ours lies over it while it is needed. */
function mark(on: boolean): void {
  const old = document.querySelector("link[data-turn]");
  if (!on) return old?.remove();
  if (old) return;
  const link = document.createElement("link");
  link.rel = "icon";
  link.dataset.turn = "";
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    '<rect width="32" height="32" rx="7" fill="#231e1a"/><circle cx="16" cy="16" r="9" fill="#67ecd9"/></svg>';
  link.href = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  document.head.append(link);
}
