// SPDX-License-Identifier: Apache-2.0
/**
 * Owns canonical JSON (RFC 8785, JSON Canonicalization Scheme). Audit entries, webhook bodies and request fingerprints
 * are hashed or signed over it. It knows nothing of the meaning of values.
 */

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
/** A property with the value undefined counts as absent. */
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

/**
 * Serialises a JSON value with keys in the order of their UTF-16 units and without white space. A property whose value
 * is undefined is left out. Throws a TypeError on values that JSON cannot hold: NaN, infinities, lone surrogates,
 * undefined, functions, symbols and big integers. Objects that would serialise themselves (`toJSON`), such as a Date,
 * are refused too. The caller bounds the depth. Source: RFC 8785, section 3.2.
 */
export function canonicalJson(value: JsonValue): string {
  switch (typeof value) {
    case 'string':
      return canonicalString(value);
    case 'number':
      return canonicalNumber(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      return isList(value) ? canonicalList(value) : canonicalObject(value);
    default:
      throw new TypeError(`a ${typeof value} is not a JSON value`);
  }
}

/** Characters that stand for themselves between the quotes: printable ASCII but for `"` and `\`. */
const PLAIN_ASCII = /^[ !#-[\]-~]*$/;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** A JSON string. ECMAScript's own escapes are those of RFC 8785, so only ill-formed strings need care. */
export function canonicalString(text: string): string {
  if (PLAIN_ASCII.test(text)) return `"${text}"`;
  if (LONE_SURROGATE.test(text)) throw new TypeError('a string with a lone surrogate is not a JSON value');
  return JSON.stringify(text);
}

function canonicalNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`${value} is not a JSON value`);
  // String(-0) is "0", as the scheme asks.
  return String(value);
}

function canonicalList(list: readonly JsonValue[]): string {
  let text = '[';
  for (let i = 0; i < list.length; i += 1) {
    const separator = i === 0 ? '' : ',';
    text += separator + canonicalJson(list[i] as JsonValue);
  }
  return `${text}]`;
}

function canonicalObject(object: JsonObject): string {
  if (typeof object.toJSON === 'function') throw new TypeError('an object with toJSON is not a JSON value');
  let text = '{';
  let separator = '';
  for (const key of sortedKeys(object)) {
    const value = object[key];
    if (value === undefined) continue;
    text += `${separator}${canonicalString(key)}:${canonicalJson(value)}`;
    separator = ',';
  }
  return `${text}}`;
}

/** Most objects here already have their keys in order, and checking is cheaper than sorting. */
function sortedKeys(object: JsonObject): string[] {
  const keys = Object.keys(object);
  for (let i = 1; i < keys.length; i += 1) {
    if ((keys[i - 1] as string) > (keys[i] as string)) return keys.sort();
  }
  return keys;
}

function isList(value: readonly JsonValue[] | JsonObject): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** False for a value with half of a surrogate pair, which canonical JSON does not hold. */
export function isWellFormedJson(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (value === null || typeof value !== 'object') return true;
  if (Array.isArray(value)) return value.every(isWellFormedJson);
  return Object.entries(value).every(([key, member]) => key.isWellFormed() && isWellFormedJson(member));
}

/** The value with each string as `JSON.stringify` writes it, which escapes lone surrogates. */
export function escapedText(value: unknown): JsonValue {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(escapedText);
  if (value === null || typeof value !== 'object') return value as JsonValue;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [JSON.stringify(key), escapedText(member)]));
}
