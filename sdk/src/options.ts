// SPDX-License-Identifier: Apache-2.0
/** Checks the options of a client once, so that a mistake shows at its source. No message repeats a key. */
import type { AttemptReport, Fetch, Sending } from './calls/index.ts';
import type { FailMode } from './decisions/index.ts';
import { BACKOFF_MS_DEFAULT, RETRIES_DEFAULT, RETRIES_MAX, TIMEOUT_MS_MAX } from './limits.ts';
import { readKeyMaterial } from './text-input.ts';

export interface ClientOptions {
  /** LIVE or TEST key; by default the environment's SVC_API_KEY. */
  apiKey?: string;
  /** The address of the service; by default the environment's SVC_BASE_URL, else http://127.0.0.1:4000. */
  baseUrl?: string;
  /** `closed` by default: while the service cannot be reached, actions do not run. */
  failMode?: FailMode;
  /** The time-out of one attempt; 10 s by default, 40 s for the HTTP gateway, which waits for its upstream. */
  timeoutMs?: number;
  /** Retries after the first attempt, 0 to 10; 2 by default. */
  retries?: number;
  /** The wait before the second attempt, doubled for each later one; 250 ms by default. */
  backoffMs?: number;
  /** A hook for logs and metrics, called after each attempt, never with a body, content or the key. */
  onAttempt?: (report: AttemptReport) => void;
  /** A signal that ends every call of this client. Calls take one of their own too. */
  signal?: AbortSignal;
  /** A replacement for the platform's fetch. */
  fetch?: Fetch;
}

export interface Settings extends Sending {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly failMode: FailMode;
  readonly timeoutMs: number | undefined;
  readonly signal: AbortSignal | undefined;
}

const BASE_URL_DEFAULT = 'http://127.0.0.1:4000';

/** @throws TypeError naming the wrong option */
export function settingsOf(options: ClientOptions): Settings {
  const apiKey = apiKeyOf(options.apiKey);
  const { failMode = 'closed' } = options;
  if (failMode !== 'closed' && failMode !== 'open') throw new TypeError('`failMode` must be "closed" or "open".');
  return {
    baseUrl: baseUrlOf(options.baseUrl),
    headers: { accept: 'application/json', authorization: `Bearer ${apiKey}` },
    failMode,
    timeoutMs:
      options.timeoutMs === undefined ? undefined : checkNumber('timeoutMs', options.timeoutMs, TIMEOUT_MS_MAX, 1),
    signal: options.signal,
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    retry: {
      retries: checkNumber('retries', options.retries ?? RETRIES_DEFAULT, RETRIES_MAX),
      backoffMs: checkNumber('backoffMs', options.backoffMs ?? BACKOFF_MS_DEFAULT, TIMEOUT_MS_MAX),
    },
    onAttempt: options.onAttempt,
  };
}

/** @throws TypeError when it is no whole number of the range */
export function checkNumber(name: string, value: number, max: number, min = 0): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new TypeError(`\`${name}\` must be a whole number from ${min} to ${max}.`);
}

/** An option or a variable, without what stands around it; nothing else counts as unset. */
function given(option: string | undefined, name: string): string | undefined {
  // Platforms other than Node.js may have no environment at all.
  const text = option ?? (typeof process === 'undefined' ? undefined : process.env[name]);
  const value = readKeyMaterial(text ?? '');
  return value === '' ? undefined : value;
}

function apiKeyOf(option: string | undefined): string {
  const apiKey = given(option, 'SVC_API_KEY');
  if (apiKey === undefined) throw new TypeError('No API key: pass `apiKey` or set SVC_API_KEY.');
  if (/^[!-~]{1,512}$/.test(apiKey)) return apiKey;
  throw new TypeError('The API key (`apiKey`, SVC_API_KEY) holds a character that no key has, or is too long.');
}

/** Not by `URL.canParse`, whose fast path in Node.js 20 refuses letters such as ü. */
function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function baseUrlOf(option: string | undefined): string {
  const url = parseUrl(given(option, 'SVC_BASE_URL') ?? BASE_URL_DEFAULT);
  if (url === null || !/^https?:$/.test(url.protocol)) throw wrongAddress('must be an http or https address');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw wrongAddress('must be an address alone: no user, query or fragment');
  }
  const address = url.href.replace(/\/+$/, '');
  // The paths of the contract begin with it, and no service stands below such a path.
  const [root] = /^.*?(?=\/v1(?:\/(?:events|policies|gateway)\b.*)?$)/.exec(address) ?? [];
  if (root === undefined) return address;
  throw wrongAddress(`must be given without /v1, as ${root}`);
}

function wrongAddress(what: string): TypeError {
  return new TypeError(`The address of the service (\`baseUrl\`, SVC_BASE_URL) ${what}.`);
}
