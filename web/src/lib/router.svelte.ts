// Addresses of the page. A small router on the history API: pages are loaded when they are first needed.

export interface Route {
  page:
    | "home"
    | "play"
    | "join"
    | "games"
    | "replay"
    | "rules"
    | "learn"
    | "lesson"
    | "puzzles"
    | "progress"
    | "puzzle"
    | "mistakes"
    | "mistake"
    | "gallery"
    | "missions"
    | "mission"
    | "board"
    | "workshop"
    | "scenario"
    | "shelf"
    | "about"
    | "you"
    | "lobby"
    | "lost";
  /** The game, code, replay or rules entry of the address; empty where there is none. */
  id: string;
  query: URLSearchParams;
}

/** Pages that have something behind their slash: must it be there? */
const SHAPES: Record<string, "none" | "needed" | "possible"> = {
  play: "needed",
  join: "possible",
  games: "none",
  replay: "possible",
  rules: "possible",
  learn: "possible",
  puzzles: "possible",
  mistakes: "possible",
  gallery: "none",
  progress: "none",
  missions: "possible",
  board: "possible",
  workshop: "possible",
  scenario: "none",
  shelf: "none",
  about: "none",
  you: "none",
  lobby: "possible",
};

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function parseRoute(path: string, search = ""): Route {
  const query = new URLSearchParams(search);
  const [page = "", rest = "", ...more] = path.split("/").filter(Boolean);
  const lost: Route = { page: "lost", id: "", query };
  if (!page) return { page: "home", id: "", query };
  const shape = Object.hasOwn(SHAPES, page) ? SHAPES[page] : undefined;
  if (!shape || more.length) return lost;
  if ((shape === "none" && rest) || (shape === "needed" && !rest)) return lost;
  // A lesson, a puzzle, a mistake and a mission are pages of their own.
  if (page === "learn" && rest) return { page: "lesson", id: decode(rest), query };
  if (page === "puzzles" && rest) return { page: "puzzle", id: decode(rest), query };
  if (page === "missions" && rest) return { page: "mission", id: decode(rest), query };
  if (page === "mistakes" && rest) return { page: "mistake", id: decode(rest), query };
  return { page: page as Route["page"], id: decode(rest), query };
}

/** Without a server nobody answers other addresses than that of the page itself: there they stand behind its `#`. */
const place = () =>
  SITE
    ? new URL(location.hash.startsWith("#/") ? location.hash.slice(1) : "/", location.origin)
    : new URL(location.href);
const here = () => parseRoute(place().pathname, place().search);
let current: Route = $state.raw(typeof location === "undefined" ? parseRoute("/") : here());

/** The route shown now. */
export const route = (): Route => current;

/** An address of this page as the `href` of a link: browsers open it in another tab and copy it. */
export const link = (address: string): string => (SITE ? `#${address}` : address);

/** The `href` of a link to an element of the page shown now. */
export const part = (id: string): string =>
  route() && SITE ? link(`${place().pathname}${place().search}#${id}`) : `#${id}`;

/** The full address of a page, to share with others. */
export const whole = (address: string): string =>
  (SITE ? location.href.split("#")[0] : location.origin) + link(address);

/** The address shown now, to be changed and gone to. */
export const address = (): URL => place();

/** Go to an address of this page. `replace`: the way back skips where one is now. */
export function go(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", whole(address));
  else history.pushState(null, "", whole(address));
  current = here();
  if (!replace) window.scrollTo(0, 0);
}

/** Follow the browser's back and forward, and plain clicks on links of this page. */
export function startRouter(): void {
  if (SITE) window.addEventListener("hashchange", () => (current = here()));
  window.addEventListener("popstate", () => {
    current = here();
  });
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    const anchor = event.target instanceof Element ? event.target.closest("a") : null;
    if (!anchor || anchor.target || anchor.hasAttribute("download") || anchor.origin !== location.origin) return;
    if (SITE) return follow(event, anchor);
    if (anchor.pathname.startsWith("/api")) return;
    if (anchor.hash && anchor.pathname === location.pathname) return;
    event.preventDefault();
    go(anchor.pathname + anchor.search + anchor.hash);
  });
}

/** Follow a link of the page without a server: what stands behind the `#` may lead to a part of the page shown now. */
function follow(event: Event, { pathname, hash }: HTMLAnchorElement): void {
  if (pathname !== location.pathname || !hash.startsWith("#/")) return;
  event.preventDefault();
  const wanted = new URL(hash.slice(1), location.origin);
  if (wanted.hash && wanted.pathname + wanted.search === place().pathname + place().search) {
    const element = document.getElementById(wanted.hash.slice(1));
    element?.scrollIntoView();
    element?.focus();
  } else go(wanted.pathname + wanted.search);
}
