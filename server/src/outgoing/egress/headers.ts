// SPDX-License-Identifier: Apache-2.0
/** The headers that may travel with a call. The client itself owns the framing of the message. */
import { EgressFault } from './fault.ts';

/** Headers about one connection only, or headers that this client writes. */
const NEVER_TRAVEL: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\t -~]*$/;

/** The results of `checkedHeaders`. */
const checked = new WeakSet<Readonly<Record<string, string>>>();

/** Checks headers once for many calls. @throws EgressFault `invalid_header` as below */
export function checkedHeaders(given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const headers = Object.freeze(travellingHeaders(given));
  checked.add(headers);
  return headers;
}

/** @throws EgressFault `invalid_header` for a name or value that could begin another header */
export function travellingHeaders(given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (checked.has(given)) return given;
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (!NAME.test(name) || !VALUE.test(value)) throw new EgressFault('invalid_header');
    if (!NEVER_TRAVEL.has(name.toLowerCase())) headers[name] = value;
  }
  // Compressed answers could not be cut, redacted or shown.
  headers['accept-encoding'] = 'identity';
  return headers;
}
