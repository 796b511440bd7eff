// Checks messages of the server against their schema (message-schema.json, made by `npm run types` from the server's
// declarations). Only development and tests use it: a built page does not contain it.
import schemas from "./message-schema.json";

interface Schema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema | boolean;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
}
/** What is wrong, and where: "sight.view.ap". */
interface Misfit {
  path: string;
  problem: string;
}

const shapes = schemas.shapes as Record<string, Schema>;
const answers = Object.entries(schemas.answers as Record<string, Schema>).map(([route, schema]) => {
  const [method = "", path = ""] = route.split(" ");
  const places = path.split("{").length - 1;
  return { method, schema, places, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`) };
});
// `/study/lessons` comes before `/study/{kind}`.
answers.sort((one, other) => one.places - other.places);

const inside = (path: string, name: string | number) =>
  typeof name === "number" ? `${path}[${name}]` : path ? `${path}.${name}` : name;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

function first<Item>(items: Iterable<Item>, check: (item: Item) => Misfit | null): Misfit | null {
  for (const item of items) {
    const misfit = check(item);
    if (misfit) return misfit;
  }
  return null;
}

function objectMisfit(value: Record<string, unknown>, schema: Schema, path: string): Misfit | null {
  const { properties = {}, required = [], additionalProperties = true } = schema;
  const missing = required.find((name) => !(name in value));
  if (missing !== undefined) return { path: inside(path, missing), problem: "is missing" };
  return first(Object.entries(value), ([name, part]) => {
    const shape = properties[name] ?? additionalProperties;
    if (shape === false) return { path: inside(path, name), problem: "is unknown" };
    return shape === true ? null : misfitOf(part, shape, inside(path, name));
  });
}

function arrayMisfit(value: unknown[], { prefixItems = [], items = true }: Schema, path: string): Misfit | null {
  if (value.length < prefixItems.length)
    return { path, problem: `has ${value.length} items instead of ${prefixItems.length}` };
  return first(value.entries(), ([at, part]) => {
    const shape = prefixItems[at] ?? items;
    if (shape === false) return { path: inside(path, at), problem: "is unknown" };
    return shape === true ? null : misfitOf(part, shape, inside(path, at));
  });
}

/** The first thing that does not fit; of several possible shapes the one that fits furthest says so. */
function misfitOf(value: unknown, schema: Schema, path: string): Misfit | null {
  if (schema.$ref !== undefined) return misfitOf(value, shapes[schema.$ref]!, path);
  if (schema.anyOf) {
    const misfits = schema.anyOf.map((one) => misfitOf(value, one, path));
    if (misfits.includes(null)) return null;
    const kinds = schema.anyOf.map((one) => (one.$ref ? shapes[one.$ref]! : one));
    const meant = kinds.findIndex(({ properties = {} }) => isObject(value) && hasTag(value, properties));
    const unknown = meant < 0 && isObject(value) ? unknownTag(value, kinds) : null;
    if (unknown) return { path: inside(path, unknown.tag), problem: `is ${unknown.text}, which is unknown` };
    const far = (misfit: Misfit | null) => misfit!.path.length;
    return misfits[meant] ?? misfits.reduce((best, one) => (far(one) > far(best) ? one : best));
  }
  if (schema.enum && !schema.enum.includes(value))
    return {
      path,
      problem: `is ${JSON.stringify(value)} instead of ${schema.enum.map((one) => JSON.stringify(one)).join(" or ")}`,
    };
  const type = typeOf(value);
  if (schema.type && type !== schema.type && !(schema.type === "number" && type === "integer"))
    return { path, problem: `is of type ${type} instead of ${schema.type}` };
  if (isObject(value)) return objectMisfit(value, schema, path);
  return Array.isArray(value) ? arrayMisfit(value, schema, path) : null;
}

/** Fields that distinguish shapes: the type of a message, the game of a view. */
const TAGS = ["type", "game"];

/** Does an object name this shape? */
function hasTag(value: Record<string, unknown>, properties: Record<string, Schema>): boolean {
  return TAGS.some((tag) => tag in value && properties[tag]?.enum?.includes(value[tag]));
}

/** The field that should name one of these shapes and names none. */
function unknownTag(value: Record<string, unknown>, kinds: Schema[]): { tag: string; text: string } | null {
  const all = (tag: string) => kinds.every(({ properties }) => !properties || properties[tag]?.enum);
  const tag = TAGS.find((one) => one in value && all(one));
  return tag ? { tag, text: JSON.stringify(value[tag]) } : null;
}

export class MessageError extends Error {
  override readonly name = "MessageError";
}

function check(value: unknown, schema: Schema, source: string): void {
  const misfit = misfitOf(value, schema, "");
  if (misfit) throw new MessageError(`${source} does not fit its schema: ${misfit.path || "it"} ${misfit.problem}.`);
}

/** Check a message of a socket; a MessageError names the path of what does not fit. */
export function checkMessage(message: unknown, socket: "game" | "lobby"): void {
  const type = isObject(message) ? ` "${String(message["type"])}"` : "";
  check(message, schemas[socket] as Schema, `A message${type} of the ${socket} socket`);
}

/** Check the answer to a request; a route whose answer is not in the schema is an error, too. */
export function checkAnswer(answer: unknown, method: string, address: string): void {
  const path = address.replace(/\?.*$/, "");
  const route = answers.find((one) => one.method === method && one.pattern.test(path));
  if (!route) throw new MessageError(`The schema has no answer of ${method} ${path}.`);
  check(answer, route.schema, `The answer of ${method} ${path}`);
}
