// How a span of time is written on a clock face: 0:07, 12:30, 1:05:00, and "2 days 23 h" from one day on.
import { t, tn } from "$lib/i18n.svelte";

const HOUR = 3600;
const DAY = 24 * HOUR;

/** `short`: days as a letter, where there is little room. */
export function clockText(seconds: number, short = false): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole >= DAY) return daysText(Math.floor(whole / DAY), Math.floor((whole % DAY) / HOUR), short);
  const two = (number: number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / HOUR);
  const minutes = Math.floor((whole % HOUR) / 60);
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

function daysText(days: number, hours: number, short: boolean): string {
  const text = short ? t("parts.days-short", { days }) : tn("parts.days", days);
  return hours ? `${text} ${t("parts.hours", { hours })}` : text;
}
