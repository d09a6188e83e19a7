// SPDX-License-Identifier: Apache-2.0
/** Reads messages before the library of the protocol does, and words the faults that its validator finds. */
import { readJsonText } from '../json-text/index.ts';

type JsonObject = Record<string, unknown>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Below `params`: deeper members stay as they are. */
const LEVELS_MAX = 8;

/**
 * One message, or the messages of a batch. In `params`, null counts as left out at any depth, and so does "" for a
 * member of `params` itself. Arguments may be an object as JSON text; their members are read by the tool's own schema.
 * @returns the same value where nothing is spelled in another way
 */
export function readMessage(message: unknown): unknown {
  if (Array.isArray(message)) return message.map(readMessage);
  if (!isObject(message) || !Object.hasOwn(message, 'params')) return message;
  const { params, ...rest } = message;
  if (params === null || params === '') return rest;
  if (!isObject(params)) return message;
  const read = readParams(params);
  return read === params ? message : { ...rest, params: read };
}

function readParams(params: JsonObject): JsonObject {
  const read = withoutNulls(params, LEVELS_MAX);
  const isSpelled = Object.values(read).some((member) => member === '') || typeof read.arguments === 'string';
  if (!isSpelled) return read;
  const members = Object.entries(read).filter(([, member]) => member !== '');
  return Object.fromEntries(members.map(([name, member]) => [name, name === 'arguments' ? objectOf(member) : member]));
}

function objectOf(args: unknown): unknown {
  const spelled = typeof args === 'string' ? readJsonText(args) : null;
  return isObject(spelled?.value) ? spelled.value : args;
}

function withoutNulls(value: JsonObject, levels: number): JsonObject {
  let isSame = true;
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const isRead = isObject(member) && levels > 0 && name !== 'arguments';
    const read = isRead ? withoutNulls(member, levels - 1) : member;
    isSame &&= read === member && read !== null;
    return read === null ? [] : [[name, read]];
  });
  return isSame ? value : Object.fromEntries(members);
}

/** The `error` of an answer. */
export interface ProtocolFault {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

const INVALID_PARAMS = -32_602;
const ENVELOPE = /^Invalid _meta envelope/;
/** The start of a list of findings, as the validator of the library writes it. */
const FINDINGS = /\[\s*\{/;

/** @returns the same fault, or our sentence with the code of a wrong parameter where the library shows its findings */
export function plainFault(fault: ProtocolFault): ProtocolFault {
  const path = ENVELOPE.test(fault.message) ? envelopePath(fault) : findingPath(fault.message);
  if (path === null) return fault;
  return {
    code: INVALID_PARAMS,
    message: `Invalid params: ${path} is missing or has a type that the protocol does not give it.`,
  };
}

function envelopePath({ data }: ProtocolFault): string {
  const { envelope } = (data ?? {}) as { envelope?: { key?: unknown } };
  return shownPath(['params', '_meta', ...(typeof envelope?.key === 'string' ? [envelope.key] : [])]);
}

/** @returns null for a message without findings */
function findingPath(message: string): string | null {
  const start = message.search(FINDINGS);
  if (start === -1) return null;
  const findings = readJsonText(message.slice(start))?.value;
  const [first] = Array.isArray(findings) ? findings : [];
  return shownPath(isObject(first) && Array.isArray(first.path) ? first.path.map(String) : []);
}

const SHOWN_PARTS_MAX = 6;
const SHOWN_PART_CHARACTERS_MAX = 60;
const PLAIN_NAME = /^[\w./-]+$/;

/** Names of members may be the caller's own: odd ones are not repeated. */
function shownPath(parts: readonly string[]): string {
  const shown = parts.slice(0, SHOWN_PARTS_MAX);
  const isPlain = shown.every((part) => part.length <= SHOWN_PART_CHARACTERS_MAX && PLAIN_NAME.test(part));
  return shown.length > 0 && isPlain ? shown.join('.') : 'a member of params';
}
