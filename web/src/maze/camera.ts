/** What part of the maze is seen: the middle in units of the drawing, and pixels for one unit. */
import { S, type Box } from "./layout";

export interface Camera {
  x: number;
  y: number;
  scale: number;
}
export interface Size {
  width: number;
  height: number;
}

/** A square is never drawn larger than this many pixels by zooming. */
const LARGEST = 120;

export function fitScale(bounds: Box, size: Size): number {
  return Math.max(0.01, Math.min(size.width / bounds.width, size.height / bounds.height));
}

export function fitCamera(bounds: Box, size: Size): Camera {
  return { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2, scale: fitScale(bounds, size) };
}

/** Keep the camera over the maze: zoomed out to all of it at most, and never past its rim. */
export function clampCamera(camera: Camera, bounds: Box, size: Size): Camera {
  const least = fitScale(bounds, size);
  const scale = Math.min(Math.max(camera.scale, least), Math.max(least, LARGEST / S));
  const keep = (at: number, from: number, length: number, seen: number) =>
    seen >= length ? from + length / 2 : Math.min(Math.max(at, from + seen / 2), from + length - seen / 2);
  return {
    scale,
    x: keep(camera.x, bounds.x, bounds.width, size.width / scale),
    y: keep(camera.y, bounds.y, bounds.height, size.height / scale),
  };
}

/** Zooms by a factor; the point under (px, py) of the box stays where it is. */
export function zoomAt(camera: Camera, factor: number, px: number, py: number, bounds: Box, size: Size): Camera {
  const limits = clampCamera({ ...camera, scale: camera.scale * factor }, bounds, size);
  const at = unitsAt(camera, px, py, size);
  const scale = limits.scale;
  return clampCamera(
    { scale, x: at.x - (px - size.width / 2) / scale, y: at.y - (py - size.height / 2) / scale },
    bounds,
    size,
  );
}

export function unitsAt(camera: Camera, px: number, py: number, size: Size): { x: number; y: number } {
  return { x: camera.x + (px - size.width / 2) / camera.scale, y: camera.y + (py - size.height / 2) / camera.scale };
}

export function pixelsOf(camera: Camera, box: Box, size: Size): Box {
  return {
    x: (box.x - camera.x) * camera.scale + size.width / 2,
    y: (box.y - camera.y) * camera.scale + size.height / 2,
    width: box.width * camera.scale,
    height: box.height * camera.scale,
  };
}

export function viewBox(camera: Camera, size: Size): string {
  const [w, h] = [size.width / camera.scale, size.height / camera.scale];
  return [camera.x - w / 2, camera.y - h / 2, w, h].map((value) => Math.round(value * 100) / 100).join(" ");
}

/** Centres a box; squares become at least `square` pixels wide, unless the box would not fit then. */
export function cameraCentredOn(box: Box, square: number, bounds: Box, size: Size): Camera {
  const least = fitScale(bounds, size);
  const whole = Math.min(size.width / (box.width + S), size.height / (box.height + S));
  const scale = Math.max(least, Math.min(Math.max(square / S, least), Math.max(whole, square / S)));
  return clampCamera({ x: box.x + box.width / 2, y: box.y + box.height / 2, scale }, bounds, size);
}
