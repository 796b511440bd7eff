export type SheetHeight = "peek" | "half" | "full";

/** Where a sheet comes to rest: a clear pull goes on to the next height, else the nearest one. */
export function settleAt(pixels: number, way: number, heights: Record<SheetHeight, number>): SheetHeight {
  const order: SheetHeight[] = ["peek", "half", "full"];
  if (way > 50) return order.find((name) => heights[name] >= pixels - 1) ?? "full";
  if (way < -50) return order.findLast((name) => heights[name] <= pixels + 1) ?? "peek";
  return order.reduce((best, name) =>
    Math.abs(heights[name] - pixels) < Math.abs(heights[best] - pixels) ? name : best,
  );
}
