// What is at hand while a scene lies over the maze: the menu, the chat and the log; and folding it away.

import { t } from "$lib/i18n.svelte";
import type { ToolItem } from "$parts/types";
import type { GamePageStore } from "./game-page-store.svelte";

export function overlayTools(store: GamePageStore): ToolItem[] {
  const { session } = store;
  const talks = !SITE && ((store.online && !store.exercise) || store.spectating);
  const menu = {
    label: t("play.menu"),
    icon: "hamburger-menu" as const,
    badge: (store.compact && talks && session.unread) || undefined,
    onclick: () => store.toggle("menu"),
  };
  if (store.compact) return [menu];
  return [
    menu,
    ...(talks
      ? [
          {
            label: t("play.chat"),
            icon: "talk" as const,
            keyHint: "C",
            badge: session.unread || undefined,
            onclick: () => store.toggle("chat"),
          },
        ]
      : []),
    { label: t("play.log"), icon: "quill-ink" as const, keyHint: "L", onclick: () => store.toggle("log") },
  ];
}

export const folding = (store: GamePageStore): { onfold: () => void; foldLabel: string } => ({
  onfold: () => store.fold(true),
  foldLabel: t("table.look-at-maze"),
});
