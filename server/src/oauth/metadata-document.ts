/** Fetches metadata documents of clients, through the guarded client: public addresses only, and no redirect. */
import type { Egress } from '../egress/index.ts';
import { METADATA_DOCUMENT_BYTES_MAX, METADATA_DOCUMENT_TIMEOUT_MS } from './limits.ts';

export type MetadataFetch = (url: string | URL) => Promise<Response>;

/** @throws EgressFault for an address that is not public; Error for a document that is too long or broke off */
export function createMetadataFetch(egress: Pick<Egress, 'request'>): MetadataFetch {
  return async (url) => {
    const answer = await egress.request({
      method: 'GET',
      url: String(url),
      headers: { accept: 'application/json' },
      timeoutMs: METADATA_DOCUMENT_TIMEOUT_MS,
      bodyBytesMax: METADATA_DOCUMENT_BYTES_MAX,
      owner: 'client-metadata-documents',
      carriesCredential: false,
      // Any stranger may name an address.
      privateNetworks: false,
    });
    if (answer.truncated || answer.bodyFault !== null) throw new Error('the metadata document was not read whole');
    const { status, headers } = answer;
    if (status !== 200) return new Response(null, { status: status < 200 ? 502 : status });
    const kept = ['cache-control', 'expires'].flatMap((name) =>
      typeof headers[name] === 'string' ? [[name, headers[name]] as [string, string]] : [],
    );
    return new Response(new Uint8Array(answer.body), { status, headers: kept });
  };
}
