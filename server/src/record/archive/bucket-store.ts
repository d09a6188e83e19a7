// SPDX-License-Identifier: Apache-2.0
/** Archives in a bucket of a store that speaks the protocol of S3, by the guarded client. Buckets stand in the path. */
import type { Egress, EgressResponse } from '../../outgoing/egress/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import type { BucketSettings } from '../../platform/config/index.ts';
import { signedHeaders } from './s3-signature.ts';
import type { ArchiveStore } from './store.ts';

const TIMEOUT_MS = 30_000;
const FILE_BYTES_MAX = 128_000_000;
const ANSWER_BYTES_MAX = 4_000_000;
const NOTHING = Buffer.alloc(0);

interface Request {
  method: 'GET' | 'PUT' | 'DELETE';
  path: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Buffer;
  /** Statuses that are no fault. */
  expected: readonly number[];
}

export function openBucketStore(settings: BucketSettings, egress: Egress, clock: Clock): ArchiveStore {
  const { endpoint, bucket, prefix } = settings;
  const keyOf = (...parts: string[]): string => [prefix, ...parts].filter((part) => part !== '').join('/');

  async function send({ method, path, query = {}, headers = {}, body = NOTHING, expected }: Request) {
    const url = new URL(`${endpoint}/${bucket}${path === '' ? '' : `/${path}`}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const response = await egress.request({
      method,
      url: url.href,
      headers: signedHeaders({ method, url, headers, body }, settings, clock.now()),
      body: method === 'PUT' ? body : null,
      timeoutMs: TIMEOUT_MS,
      bodyBytesMax: method === 'GET' ? FILE_BYTES_MAX : ANSWER_BYTES_MAX,
      carriesCredential: true,
      privateNetworks: true,
    });
    if (response.bodyFault !== null) throw response.bodyFault;
    if (!expected.includes(response.status) || response.truncated) throw refusal(method, path, response);
    return response;
  }

  async function read(organizationId: string, path: string): Promise<Buffer | null> {
    const { status, body } = await send({ method: 'GET', path: keyOf(organizationId, path), expected: [200, 404] });
    return status === 404 ? null : body;
  }

  async function removeKey(path: string): Promise<void> {
    await send({ method: 'DELETE', path, expected: [200, 204, 404] });
  }

  return {
    read,
    async create(organizationId, path, body) {
      if ((await read(organizationId, path)) !== null) return false;
      const headers = { 'if-none-match': '*' };
      const key = keyOf(organizationId, path);
      const { status } = await send({ method: 'PUT', path: key, headers, body, expected: [200, 412] });
      return status !== 412;
    },
    async replace(organizationId, path, body) {
      await send({ method: 'PUT', path: keyOf(organizationId, path), body, expected: [200] });
    },
    remove: async (organizationId, path) => await removeKey(keyOf(organizationId, path)),
    async removeAll(organizationId) {
      const query = { 'list-type': '2', prefix: `${keyOf(organizationId)}/` };
      let removed: string | undefined;
      for (;;) {
        const { body } = await send({ method: 'GET', path: '', query, expected: [200] });
        const keys = [...body.toString().matchAll(/<Key>([\w./-]+)<\/Key>/g)].map(([, key = '']) => key);
        if (keys.length === 0) return;
        if (keys[0] === removed) throw new Error(`the store still has ${removed} after its removal`);
        for (const key of keys) await removeKey(key);
        [removed] = keys;
      }
    },
  };
}

/** The store's word for it, such as `AccessDenied`. It holds no secret. */
function refusal(method: string, path: string, { status, body }: EgressResponse): Error {
  const [, code = 'no reason'] = /<Code>(\w{1,64})<\/Code>/.exec(body.toString('utf8', 0, ANSWER_BYTES_MAX)) ?? [];
  return new Error(`the store answered ${method} ${path} with ${status} (${code})`);
}
