// What is at hand while a scene lies over the maze: the menu, the chat and the log; and folding it away.

import { t } from "$lib/i18n.svelte";
import type { ToolBarProps } from "$parts/types";
import type { Desk } from "./game-page-store.svelte";

export function coverTools(desk: Desk): ToolBarProps["items"] {
  const { session } = desk;
  const talks = !SITE && ((desk.online && !desk.exercise) || desk.spectating);
  const menu = {
    label: t("play.menu"),
    icon: "hamburger-menu" as const,
    badge: (desk.compact && talks && session.unread) || undefined,
    onclick: () => desk.toggle("menu"),
  };
  if (desk.compact) return [menu];
  return [
    menu,
    ...(talks
      ? [
          {
            label: t("play.chat"),
            icon: "talk" as const,
            keyHint: "C",
            badge: session.unread || undefined,
            onclick: () => desk.toggle("chat"),
          },
        ]
      : []),
    { label: t("play.log"), icon: "quill-ink" as const, keyHint: "L", onclick: () => desk.toggle("log") },
  ];
}

export const folding = (desk: Desk): { onfold: () => void; foldLabel: string } => ({
  onfold: () => desk.fold(true),
  foldLabel: t("table.look-at-maze"),
});
