// SPDX-License-Identifier: Apache-2.0
/**
 * Fetches what clients publish, through the guarded client: public addresses only, and no redirect. A metadata document
 * is handed on as this server takes it. A set of keys is kept for a minute, for all clients that share it.
 */
import { LRUCache } from 'lru-cache';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';
import type { Egress } from '../../outgoing/egress/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import { offeredMetadata } from './client-metadata.ts';
import {
  CLIENT_KEYS_BYTES_MAX,
  CLIENT_KEYS_KEPT_MS,
  CLIENT_KEYS_MAX,
  METADATA_DOCUMENT_BYTES_MAX,
  METADATA_DOCUMENT_TIMEOUT_MS,
} from './limits.ts';

export type ClientFetch = (url: string | URL) => Promise<Response>;

export interface FetchParts {
  egress: Pick<Egress, 'request'>;
  clock: Clock;
  /** Whether this request may have something fetched. */
  mayFetch(request: KoaContextWithOIDC['req']): boolean;
}

/** @throws EgressFault for an address that is not public; Error for an answer that is too long or broke off */
export function createClientFetch({ egress, clock, mayFetch }: FetchParts): ClientFetch {
  const fetchKeys = createKeysFetch(egress, clock);
  return async (url) => {
    const { ctx } = Provider;
    const keysAddress = ctx?.oidc.client?.jwksUri;
    if (ctx === undefined || keysAddress === undefined || new URL(keysAddress).href !== String(url)) {
      return await fetchDocument(egress, String(url));
    }
    const keys = await fetchKeys(String(url), keyIdOf(ctx.oidc.params?.client_assertion), () => mayFetch(ctx.req));
    return new Response(keys);
  };
}

async function fetchDocument(egress: Pick<Egress, 'request'>, url: string): Promise<Response> {
  const { status, headers, body } = await read(egress, url, METADATA_DOCUMENT_BYTES_MAX);
  if (status !== 200) return new Response(null, { status: status < 200 ? 502 : status });
  const document = JSON.parse(new TextDecoder().decode(body)) as unknown;
  if (typeof document !== 'object' || document === null) throw new Error('the metadata document is no object');
  const kept = ['cache-control', 'expires'].flatMap((name) =>
    typeof headers[name] === 'string' ? [[name, headers[name]] as [string, string]] : [],
  );
  const offered = offeredMetadata(document as Record<string, unknown>, 'document');
  return new Response(JSON.stringify(offered), { status, headers: kept });
}

interface KeySet {
  text: string;
  ids: ReadonlySet<unknown>;
  readAtMs: number;
}

/**
 * A set that lacks the key of an assertion is read anew: its client may just have begun to sign by another.
 * @returns a function that reads the set at an address
 */
function createKeysFetch(egress: Pick<Egress, 'request'>, clock: Clock) {
  const kept = new LRUCache<string, KeySet>({ max: CLIENT_KEYS_MAX });
  const reading = new Map<string, Promise<KeySet>>();
  const readSet = async (url: string): Promise<KeySet> => {
    const { status, body } = await read(egress, url, CLIENT_KEYS_BYTES_MAX);
    if (status !== 200) throw new Error('the keys of the client are not there');
    const text = new TextDecoder().decode(body);
    const { keys } = JSON.parse(text) as { keys: { kid?: unknown }[] };
    const set = { text, ids: new Set(keys.map((key) => key?.kid)), readAtMs: clock.nowMs() };
    kept.set(url, set);
    return set;
  };
  return async (url: string, keyId: unknown, mayFetch: () => boolean): Promise<string> => {
    const known = kept.get(url);
    const isFresh = known !== undefined && clock.nowMs() - known.readAtMs < CLIENT_KEYS_KEPT_MS;
    if (isFresh && (keyId === undefined || known.ids.has(keyId))) return known.text;
    if (!mayFetch()) throw new Error('too many keys of clients were read for this address');
    const set = reading.get(url) ?? readSet(url).finally(() => reading.delete(url));
    reading.set(url, set);
    return (await set).text;
  };
}

/** An assertion is not believed before it is checked: this only tells which key to look for. */
function keyIdOf(assertion: unknown): unknown {
  try {
    const [header = ''] = String(assertion).split('.', 1);
    return (JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid?: unknown }).kid;
  } catch {
    return undefined;
  }
}

async function read(egress: Pick<Egress, 'request'>, url: string, bodyBytesMax: number) {
  const answer = await egress.request({
    method: 'GET',
    url,
    headers: { accept: 'application/json' },
    timeoutMs: METADATA_DOCUMENT_TIMEOUT_MS,
    bodyBytesMax,
    owner: 'client-metadata-documents',
    carriesCredential: false,
    // Any stranger may name an address.
    privateNetworks: false,
  });
  if (answer.truncated || answer.bodyFault !== null) throw new Error('what the client publishes was not read whole');
  return answer;
}
