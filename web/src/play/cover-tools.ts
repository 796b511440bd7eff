// What is at hand while a scene lies over the maze: a look at the maze, the menu, the chat and the log.

import { t } from "$lib/i18n";
import type { ToolBarProps } from "$parts/types";
import type { Desk } from "./desk.svelte";

export function coverTools(desk: Desk): ToolBarProps["items"] {
  const { session } = desk;
  const talks = !SITE && ((desk.online && !desk.exercise) || desk.spectating);
  const fold = { label: t("table.look-at-maze"), icon: "maze" as const, keyHint: "B", onclick: () => desk.fold(true) };
  const menu = { label: t("play.menu"), icon: "hamburger-menu" as const, badge: (desk.compact && talks && session.unread) || undefined, onclick: () => desk.toggle("menu") };
  if (desk.compact) return [fold, menu];
  return [
    fold,
    menu,
    ...(talks ? [{ label: t("play.chat"), icon: "talk" as const, keyHint: "C", badge: session.unread || undefined, onclick: () => desk.toggle("chat") }] : []),
    { label: t("play.log"), icon: "quill-ink" as const, keyHint: "L", onclick: () => desk.toggle("log") },
  ];
}
