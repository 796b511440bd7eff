/** A share as whole percents. What is not certain never reads 0 or 100. */
export function percent(share: number): number {
  if (share <= 0) return 0;
  if (share >= 1) return 100;
  return Math.min(99, Math.max(1, Math.round(share * 100)));
}
