// How a span of time is written on a clock face: 0:07, 12:30, 1:05:00, and days as such.
import { tn } from "$lib/i18n";

const DAY = 86_400;

export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole >= 2 * DAY) return tn("parts.days", Math.floor(whole / DAY));
  const two = (number: number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
