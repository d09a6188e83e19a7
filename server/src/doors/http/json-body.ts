// SPDX-License-Identifier: Apache-2.0
/**
 * Reads a JSON body: strict UTF-8, at most 128 levels, each key once in its object. U+0000 and lone surrogates may
 * stand only in members that are never stored.
 */
import { isAscii, isUtf8, transcode } from 'node:buffer';
import { JSON_DEPTH_MAX } from '@svc/contract';
import { repeatedKey } from '@svc/core/json-text';
import type { FastifyRequest } from 'fastify';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import { TURNS } from '../../platform/turns/index.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The members, at any depth, that may hold any JSON string because nothing stores them. */
    unstoredMembers?: readonly string[];
  }
}

export interface JsonBody {
  /** The original text, without a byte order mark. */
  text: string;
  value: unknown;
}

/** Smaller bodies take less time to read than a turn. */
const LARGE_BODY_BYTES_MIN = 16_384;
/** The owner of the turns of bodies whose sender is not known. */
const STRANGERS = 'strangers';

/**
 * Reads the body of a route: a large one in a turn of its sender's organization, validation included.
 * @throws ApiError as below, and 503 when too many wait
 */
export async function readJsonBody(request: FastifyRequest, body: Buffer): Promise<JsonBody> {
  if (body.length >= LARGE_BODY_BYTES_MIN) await TURNS.take(request.access?.organizationId ?? STRANGERS);
  return parseJsonBody(body, request.routeOptions.config.unstoredMembers);
}

const ONCE = 'is written twice: write each key once, however it is escaped';

/**
 * @param unstored the members that may hold any JSON string
 * @throws ApiError 400 with the fault and, for a repeated key, its path; never with a value of the body
 */
export function parseJsonBody(body: Buffer, unstored: readonly string[] = []): JsonBody {
  if (body.length === 0) throw unreadable('The body is empty; send a JSON object.');
  if (mayBeTooDeep(body) && isTooDeep(body)) {
    throw unreadable(`The JSON body is nested deeper than ${JSON_DEPTH_MAX} levels.`);
  }
  const text = textOfBody(body);
  const value = parse(text);
  const repeated = repeatedKey(text, value);
  if (repeated !== null) throw invalid(repeated, ONCE);
  // Only an escape can introduce these characters, since strict UTF-8 and JSON's grammar refuse them otherwise.
  if (text.includes('\\u') && SUSPECT_ESCAPE.test(text)) checkCleanText(value, unstored);
  return { text, value };
}

/** @throws ApiError 400 for U+0000 or half of a surrogate pair where something may store it */
export function checkCleanText(value: unknown, unstored: readonly string[]): void {
  if (isCleanText(value, unstored)) return;
  throw unreadable(`The JSON body holds U+0000 or half of a surrogate pair${whereAllowed(unstored)}.`);
}

const SUSPECT_ESCAPE = /\\u(?:0000|[dD][89a-fA-F])/;

const BYTE_ORDER_MARK = '\uFEFF';
const DECODED_AT_ONCE_MAX = 4_096;

/** Without a byte order mark, which some clients put before JSON. @throws ApiError 400 for invalid UTF-8 */
function textOfBody(body: Buffer): string {
  if (isAscii(body)) return body.toString('latin1');
  if (!isUtf8(body)) throw unreadable('The body is not valid UTF-8.');
  // Decoding by way of UTF-16 takes half the time for 100 KB with accents. For a short body the two additional calls
  // cost more than they save.
  const isShort = body.length <= DECODED_AT_ONCE_MAX;
  const text = isShort ? body.toString('utf8') : transcode(body, 'utf8', 'utf16le').toString('utf16le');
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable('The body is not valid JSON.');
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACE = 0x7d;
const CLOSE_BRACKET = 0x5d;

/**
 * A document is no deeper than its number of opening braces and brackets, and most have few, so the texts between are
 * skipped.
 */
function mayBeTooDeep(body: Buffer): boolean {
  let count = 0;
  for (const open of [OPEN_BRACE, OPEN_BRACKET]) {
    for (let at = body.indexOf(open); at >= 0; at = body.indexOf(open, at + 1)) {
      count += 1;
      if (count > JSON_DEPTH_MAX) return true;
    }
  }
  return false;
}

/** Counted on the bytes before parsing: later recursive readers must never see such a document. */
function isTooDeep(body: Buffer): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < body.length; index += 1) {
    const byte = body[index];
    if (inString) {
      if (byte === BACKSLASH) index += 1;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth += 1;
      if (depth > JSON_DEPTH_MAX) return true;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1;
  }
  return false;
}

/** Recursion is bounded by the depth limit above. */
function isCleanText(value: unknown, unstored: readonly string[]): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (Array.isArray(value)) return value.every((item) => isCleanText(item, unstored));
  if (value === null || typeof value !== 'object') return true;
  return Object.entries(value).every(
    ([key, member]) => isCleanText(key, unstored) && (unstored.includes(key) || isCleanText(member, unstored)),
  );
}

function whereAllowed(unstored: readonly string[]): string {
  return unstored.length === 0 ? '' : `, which only ${unstored.join(', ')} may hold`;
}

function unreadable(message: string): ApiError {
  return new ApiError('validation_error', { message, fields: { body: message } });
}
