/** A path and what the file holds. */
export type Packed = [string, Uint8Array];
export interface Files {
  mkdirTree(path: string): void;
  writeFile(path: string, data: Uint8Array, options?: { canOwn?: boolean }): void;
}
type Create = (settings: never) => Promise<unknown>;

export const PACKAGES: string;
export function withLibrary(
  create: Create,
  files: Packed[],
  placed: (functions: number, bridge: number) => void,
  size?: number,
): Create;
export function setBridge(module: unknown, number: number): void;
export function putFiles(FS: Files, files: Packed[]): void;
