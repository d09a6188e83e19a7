// SPDX-License-Identifier: Apache-2.0
/** Joins the path of a call to the base address of its route, so that it cannot leave it. */
import { isPlainPath, type Target, targetBelow, targetOf } from '../../../outgoing/egress/index.ts';
import { invalid } from '../../../platform/errors/index.ts';

/** White space, controls and characters that end or redirect an address. */
const FORBIDDEN = /[\0-\x20\x7f\\#]/;
const BROKEN_ESCAPE = /%(?![0-9a-f]{2})/i;
/** The same for bytes that were written as escapes: upstreams undo these before they look. */
const DISGUISED = /[./\\]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
const CONTROL = /[\0-\x1f\x7f]/;
/** An overlong UTF-8 character, and the form `%u002e`: some servers read a dot or slash there. */
const OVERLONG = /[\xc0\xc1]|\xe0[\x80-\x9f]|\xf0[\x80-\x8f]|\xf8[\x80-\x87]|\xfc[\x80-\x83]|%u[0-9a-fA-F]{4}/;
/** A segment of dots. Some servers ignore text behind a semicolon, or end the path or the name there. */
const DOT_SEGMENT = /(?:^|\/)\.{1,2}(?:[;?# ][^/]*)?(?:\/|$)/;
const BEYOND_ASCII = /[^\0-\x7f]+/g;

/**
 * @param path path and query from the caller; the contract says that it starts with `/`
 * @returns the same in ASCII
 * @throws ApiError 400 for a path that could leave the base address, or be read in two ways
 */
export function checkedPath(path: string): string {
  if (isPlainPath(path)) return path;
  const [pathname = '', ...query] = path.split('?');
  const fault = faultOf(pathname, query.join('?'));
  if (fault !== null) throw invalid('path', fault);
  return path.replaceAll(BEYOND_ASCII, encodeURIComponent);
}

function faultOf(pathname: string, query: string): string | null {
  if (FORBIDDEN.test(pathname) || FORBIDDEN.test(query)) {
    return 'must not hold white space, control characters, backslashes or a fragment (#); percent-encode them';
  }
  if (BROKEN_ESCAPE.test(pathname)) return 'holds a % that no two hexadecimal digits follow';
  const { bytes, escaped } = unescaped(pathname.replaceAll(BEYOND_ASCII, encodeURIComponent));
  if (DISGUISED.test(escaped) || OVERLONG.test(bytes)) return 'must not hold an encoded dot, slash or backslash';
  if (CONTROL.test(escaped)) return 'must not hold an encoded control character';
  if (pathname.includes('//')) return 'must not hold two slashes in a row';
  if (DOT_SEGMENT.test(bytes)) return 'must not hold a segment . or ..';
  return null;
}

const ESCAPE_CHARACTERS = 3;
const ESCAPE = /^%[0-9a-f]{2}$/i;

/**
 * Undoes percent-escapes until none is left, including those that appear when others are undone. Two escapes never
 * overlap, so the order makes no difference: every byte that an upstream finds in any number of rounds is in `escaped`.
 * @param pathname in ASCII; each byte is read a bounded number of times
 * @returns the remaining text, and every byte that was an escape in any round, a character each
 */
function unescaped(pathname: string): { bytes: string; escaped: string } {
  if (!pathname.includes('%')) return { bytes: pathname, escaped: '' };
  const left: string[] = [];
  let escaped = '';
  for (const character of pathname) {
    left.push(character);
    for (let end = left.slice(-ESCAPE_CHARACTERS).join(''); ESCAPE.test(end); ) {
      const byte = String.fromCharCode(Number.parseInt(end.slice(1), 16));
      escaped += byte;
      left.splice(-ESCAPE_CHARACTERS, ESCAPE_CHARACTERS, byte);
      end = left.slice(-ESCAPE_CHARACTERS).join('');
    }
  }
  return { bytes: left.join(''), escaped };
}

/** The base address of a route, to which paths are joined. */
export interface BaseAddress {
  target: Target;
  /** The base without a slash at the end. */
  pathname: string;
}

/** @throws EgressFault `invalid_address` */
export function baseAddressOf(baseUrl: string): BaseAddress {
  const target = targetOf(baseUrl);
  return { target, pathname: target.path.replace(/\/$/, '') };
}

/**
 * @param path the result of `checkedPath`; null for the base address itself, with the slash at its end if it has one
 * @param parameter of a credential: it replaces every parameter of that name
 * @throws EgressFault `invalid_address` when it is too long
 */
export function upstreamAddress(
  { target, pathname }: BaseAddress,
  path: string | null,
  parameter: { name: string; value: string } | null,
): Target {
  const whole = path === null ? target.path : pathname + path;
  const joined = parameter === null ? whole : withParameter(whole, parameter);
  const address = targetBelow(target, joined);
  if (!address.path.startsWith(pathname)) throw new Error('a checked path left its base address');
  return address;
}

function withParameter(path: string, parameter: { name: string; value: string }): string {
  const [pathname = '', ...query] = path.split('?');
  return `${pathname}?${mergedQuery(query.join('?'), parameter)}`;
}

/** The caller's parameters of that name are dropped, in every spelling that some server reads as the same name. */
function mergedQuery(query: string, { name, value }: { name: string; value: string }): string {
  const own = foldedName(name);
  const isForeign = (part: string): boolean => !namesOf(part).includes(own);
  const kept = query
    .split('&')
    // Some servers end a parameter at `;` too.
    .map((pair) => pair.split(';').filter(isForeign).join(';'))
    .filter((pair) => pair !== '');
  return [...kept, `${encodeURIComponent(name)}=${encodeURIComponent(value)}`].join('&');
}

/** The folded names of one parameter; more than one where an encoded separator stands in its name. */
function namesOf(part: string): string[] {
  const raw = (part.split('=', 1)[0] ?? '').replaceAll('+', ' ');
  return decoded(raw).split(/[&;]/).map(foldedName);
}

/** Letter case, full-width letters, an index such as `[]`, and the signs that PHP turns into `_` make no other name. */
function foldedName(name: string): string {
  const folded = name.normalize('NFKC').toLowerCase().trim();
  return folded.replace(/(?<=.)\[[^\]]*\].*$/s, '').replaceAll(/[ .[]/g, '_');
}

/** As many times as a proxy and a server behind it may decode a name. */
const DECODED_MAX = 3;

/** Decodes like a server; an undecodable name is no name of a credential. */
function decoded(raw: string): string {
  let text = raw;
  try {
    for (let count = 0; count < DECODED_MAX; count += 1) text = decodeURIComponent(text);
  } catch {
    return text;
  }
  return text;
}
