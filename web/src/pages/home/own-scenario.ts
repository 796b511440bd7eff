// A scenario file and the room files of its folder as one text, as docs/scenarios.md describes.

/** What a file is called without its ending. */
const stem = (file: File): string => file.name.replace(/\.[^.]*$/, "");

/**
 * The text of the one scenario file among some files, with the rooms of the others in it; nothing if there is not just
 * one.
 */
export async function scenarioOf(files: File[]): Promise<string> {
  const [scenario, ...more] = files.filter(({ name }) => name.endsWith(".toml"));
  if (!scenario || more.length) return "";
  const rooms = await Promise.all(
    files
      .filter(({ name }) => name.endsWith(".txt"))
      .map(async (file) => `\n[[drawing]]\nname = "${stem(file)}"\nrooms = '''\n${await file.text()}'''\n`),
  );
  return [await scenario.text(), "\n", ...rooms].join("");
}
