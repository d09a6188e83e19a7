/** Joins the path of a call to the base address of its route, so that it cannot leave it. */
import { isPlainPath, type Target, targetBelow, targetOf } from '../../egress/index.ts';
import { invalid } from '../../refusal.ts';

/** White space, controls and what ends or turns an address. */
const FORBIDDEN = /[\0-\x20\x7f\\#]/;
/**
 * A dot, slash or backslash in disguise, also one that is disguised twice or in two bytes where one would do: upstreams
 * undo this before they look.
 */
const DISGUISED = /%(?:25)*(?:2e|2f|5c|c[01])/i;
const BROKEN_ESCAPE = /%(?![0-9a-f]{2})/i;
const CONTROL_ESCAPE = /%(?:25)*(?:[01][0-9a-f]|7f)/i;
/** A segment of dots; some servers ignore what follows a semicolon, however it is written. */
const DOT_SEGMENT = /(?:^|\/)\.{1,2}(?:(?:;|%(?:25)*3b)[^/]*)?(?:\/|$)/i;
const BEYOND_ASCII = /[^\0-\x7f]+/g;

/**
 * @param path as the caller gives it: path and query; the contract says that it starts with `/`
 * @returns the same in ASCII
 * @throws Refusal 400 for what could lead out of the base address, or be read in two ways
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
  if (DISGUISED.test(pathname)) return 'must not hold an encoded dot, slash or backslash';
  if (CONTROL_ESCAPE.test(pathname)) return 'must not hold an encoded control character';
  if (pathname.includes('//')) return 'must not hold two slashes in a row';
  if (DOT_SEGMENT.test(pathname)) return 'must not hold a segment . or ..';
  return null;
}

/** The address of a route, to which paths are joined. */
export interface BaseAddress {
  target: Target;
  /** Without a slash at the end. */
  pathname: string;
}

/** @throws EgressFault `invalid_address` */
export function baseAddressOf(baseUrl: string): BaseAddress {
  const target = targetOf(baseUrl);
  return { target, pathname: target.path.replace(/\/$/, '') };
}

/**
 * @param path of `checkedPath`; null for the base address as it stands, with the slash at its end if it has one
 * @param parameter of a credential: it takes the place of every parameter of that name
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

function mergedQuery(query: string, { name, value }: { name: string; value: string }): string {
  const kept = query.split('&').filter((pair) => pair !== '' && nameOf(pair) !== name);
  return [...kept, `${encodeURIComponent(name)}=${encodeURIComponent(value)}`].join('&');
}

/** As a server would read it; what cannot be decoded is no name of a credential. */
function nameOf(pair: string): string {
  const raw = (pair.split('=', 1)[0] ?? '').replaceAll('+', ' ');
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}
