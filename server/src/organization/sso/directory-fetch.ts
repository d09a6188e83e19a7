// SPDX-License-Identifier: Apache-2.0
/**
 * The calls to a directory. The library gets this in place of fetch. Each call goes through the guarded client, follows
 * no redirect, and ends within its time and its bytes.
 */
import type { CustomFetch } from 'openid-client';
import type { Egress, EgressRequest } from '../../outgoing/egress/index.ts';
import { DirectoryFault, faultOfEgress } from './directory-fault.ts';
import { DIRECTORY_ANSWER_BYTES_MAX, DIRECTORY_TIMEOUT_MS } from './limits.ts';

/** The organization that calls. */
export interface DirectoryCaller {
  organizationId: string;
  privateNetworks: boolean;
}

export type DirectoryFetch = CustomFetch;

/** @throws DirectoryFault */
export function directoryFetch(
  egress: Pick<Egress, 'request'>,
  { organizationId, privateNetworks }: DirectoryCaller,
): DirectoryFetch {
  return async (url, { method, headers, body }) => {
    const asked: EgressRequest = {
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers: Object.fromEntries(new Headers(headers)),
      body: body === undefined || body === null ? null : String(body),
      timeoutMs: DIRECTORY_TIMEOUT_MS,
      bodyBytesMax: DIRECTORY_ANSWER_BYTES_MAX,
      owner: organizationId,
      // Without TLS nothing of a directory can be believed.
      carriesCredential: true,
      privateNetworks,
    };
    const answer = await egress.request(asked).catch((error: unknown) => {
      throw faultOfEgress(error);
    });
    const { status } = answer;
    if (answer.truncated) throw new DirectoryFault('TOO_LONG');
    if (answer.bodyFault !== null) throw faultOfEgress(answer.bodyFault);
    if (status >= 300 && status < 400) throw new DirectoryFault('REDIRECT', String(status));
    const type = String(answer.headers['content-type'] ?? '');
    const isJson = /^application\/(?:[\w.+-]+\+)?json\b/i.test(type);
    if (status >= 500 || (status !== 200 && (asked.method === 'GET' || !isJson))) {
      throw new DirectoryFault('STATUS', String(status));
    }
    if (!isJson) throw new DirectoryFault('NOT_JSON');
    return new Response(new Uint8Array(answer.body), { status, headers: { 'content-type': type } });
  };
}
