// Passkeys (WebAuthn): the browser makes and shows them, the server checks them. Options and answers travel as JSON;
// browsers that cannot read and write that themselves are helped.
import { people } from "./people-api";
import { deviceName } from "./person";
import type { Myself, Passkey } from "./protocol";

type Json = Record<string, unknown>;
interface Readable {
  parseCreationOptionsFromJSON?: (options: Json) => PublicKeyCredentialCreationOptions;
  parseRequestOptionsFromJSON?: (options: Json) => PublicKeyCredentialRequestOptions;
}

const isAddress = (host: string): boolean => /^[\d.]+$/.test(host) || host.startsWith("[");

/** Can this browser have passkeys at this address? They need https or localhost, and a host with a name. */
export function passkeysWork(host = location.hostname): boolean {
  return (
    !SITE && typeof PublicKeyCredential === "function" && !!navigator.credentials && isSecureContext && !isAddress(host)
  );
}

export function bytesOf(text: string): ArrayBuffer {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0)).buffer;
}

export function textOf(bytes: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(plain).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

const known = (list: unknown): PublicKeyCredentialDescriptor[] =>
  ((list ?? []) as { id: string; type: "public-key" }[]).map(({ id, type }) => ({ id: bytesOf(id), type }));

function creationOf(options: Json): PublicKeyCredentialCreationOptions {
  const read = (PublicKeyCredential as unknown as Readable).parseCreationOptionsFromJSON;
  if (read) return read.call(PublicKeyCredential, options);
  const user = options.user as { id: string };
  return {
    ...options,
    challenge: bytesOf(options.challenge as string),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: known(options.excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions;
}

function requestOf(options: Json): PublicKeyCredentialRequestOptions {
  const read = (PublicKeyCredential as unknown as Readable).parseRequestOptionsFromJSON;
  if (read) return read.call(PublicKeyCredential, options);
  return {
    ...options,
    challenge: bytesOf(options.challenge as string),
    allowCredentials: known(options.allowCredentials),
  } as unknown as PublicKeyCredentialRequestOptions;
}

/** What the browser answered, as JSON. */
export function answerOf(credential: PublicKeyCredential): Json {
  if (typeof credential.toJSON === "function") return credential.toJSON() as unknown as Json;
  const parts = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"] as const;
  const given = credential.response as unknown as Partial<Record<(typeof parts)[number], ArrayBuffer | null>>;
  const response = Object.fromEntries(parts.flatMap((part) => (given[part] ? [[part, textOf(given[part])]] : [])));
  return {
    id: credential.id,
    rawId: textOf(credential.rawId),
    type: credential.type,
    response,
    clientExtensionResults: {},
  };
}

/** Closing the browser's own window is no failure. */
async function unlessClosed(asked: Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await asked) as PublicKeyCredential | null;
  } catch (error) {
    if (error instanceof DOMException && ["NotAllowedError", "AbortError", "InvalidStateError"].includes(error.name))
      return null;
    throw error;
  }
}

/** Make a passkey for the person whose key this is; null: the player does not want to. */
export async function makePasskey(key: string): Promise<Passkey | null> {
  const { options } = await people.passkeyCreation(key);
  const made = await unlessClosed(navigator.credentials.create({ publicKey: creationOf(options) }));
  return made && people.addPasskey({ credential: answerOf(made), device: deviceName() }, key);
}

/** Be the person again whose passkey is chosen; null: the player does not want to. */
export async function usePasskey(): Promise<Myself | null> {
  const { options } = await people.passkeyRequest();
  const shown = await unlessClosed(navigator.credentials.get({ publicKey: requestOf(options) }));
  return shown && people.usePasskey({ credential: answerOf(shown), device: deviceName() });
}
