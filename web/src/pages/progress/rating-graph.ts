// The picture of a rating over time: a line, and the band in which the strength lies with 95 % certainty.
import type { RatingPoint } from "$lib/protocol";

export interface Graph {
  /** Points of an SVG polyline, and of the polygon of the band, in a box of 100 by 100. */
  line: string;
  band: string;
  low: number;
  high: number;
}

/** The results stand at equal distances: somebody plays ten games on one day and none for a month. */
export function ratingGraph(points: RatingPoint[]): Graph {
  const lows = points.map(({ value, deviation }) => value - 1.96 * deviation);
  const highs = points.map(({ value, deviation }) => value + 1.96 * deviation);
  const low = Math.floor(Math.min(...lows) / 100) * 100;
  const high = Math.ceil(Math.max(...highs) / 100) * 100;
  const x = (at: number) => ((100 * at) / Math.max(1, points.length - 1)).toFixed(2);
  const y = (value: number) => (100 - (100 * (value - low)) / Math.max(1, high - low)).toFixed(2);
  const corners = (values: number[]) => values.map((value, at) => `${x(at)},${y(value)}`);
  return {
    line: corners(points.map(({ value }) => value)).join(" "),
    band: [...corners(highs), ...corners(lows).reverse()].join(" "),
    low,
    high,
  };
}
