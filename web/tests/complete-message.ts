// Messages for tests: a test writes the fields it is about, the schema adds all others that a message must have.
import schemas from "$lib/message-schema.json";

interface Schema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
}
type Fields = Record<string, unknown>;

const shapes = schemas.shapes as unknown as Record<string, Schema>;
const EMPTY: Record<string, unknown> = { string: "", integer: 0, number: 0, boolean: false, null: null };
const resolved = (schema: Schema): Schema => (schema.$ref === undefined ? schema : shapes[schema.$ref]!);

function branchFor(value: unknown, branches: Schema[]): Schema {
  const tagged = (branch: Schema) =>
    ["type", "game"].some((tag) => branch.properties?.[tag]?.enum?.includes((value as Fields | null)?.[tag]));
  return branches.find(tagged) ?? branches[0]!;
}

function complete(value: unknown, schema: Schema): unknown {
  const shape = resolved(schema);
  if (shape.anyOf) return value === null ? null : complete(value, branchFor(value, shape.anyOf.map(resolved)));
  if (shape.properties) {
    const fields = (value ?? {}) as Fields;
    const names = new Set([...Object.keys(fields), ...(shape.required ?? [])]);
    return Object.fromEntries([...names].map((name) => [name, complete(fields[name], shape.properties?.[name] ?? {})]));
  }
  if (shape.type === "array" && shape.prefixItems)
    return shape.prefixItems.map((item, at) => complete((value as unknown[] | undefined)?.[at], item));
  if (shape.type === "array") return ((value ?? []) as unknown[]).map((item) => complete(item, shape.items ?? {}));
  if (value !== undefined) return value;
  return shape.enum ? shape.enum[0] : shape.type === "object" ? {} : EMPTY[shape.type ?? "null"];
}

/** A message of a socket. */
export const completeMessage = (message: unknown, socket: "game" | "lobby" = "game"): unknown =>
  complete(message, schemas[socket] as Schema);

/** A shape of the protocol, by its name. */
export const completeShape = <Shape>(name: string, fields: object = {}): Shape =>
  complete(fields, shapes[name]!) as Shape;
