/** What may travel with a call. How the message travels is this client's business, not its caller's. */
import { EgressFault } from './fault.ts';

/** Headers that speak of one connection only, or that this client writes. */
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

/** Those that `checkedHeaders` made. */
const checked = new WeakSet<Readonly<Record<string, string>>>();

/** Headers for many calls, looked at once. @throws EgressFault `invalid_header` as below */
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
  // What is compressed could not be cut, redacted or shown.
  headers['accept-encoding'] = 'identity';
  return headers;
}
