// SPDX-License-Identifier: Apache-2.0
/** Guarantee: calls do not wait for each other's unanswered names, handshakes, or another owner's crowd. */
import { connect, createServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { startUpstream, TEST_AUTHORITY, type Upstream } from '#harness/upstream';
import { SHARED_PLACES } from '../../platform/shares/index.ts';
import { createEgress, type Egress, type EgressOptions, type EgressRequest } from './index.ts';
import { ADDRESS_TIMEOUT_MS } from './limits.ts';

const opened: Egress[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((egress) => egress.close()));
});

function egressWith(options: Partial<EgressOptions> = {}): Egress {
  const egress = createEgress({ allow: ['127.0.0.0/8'], resolver: async () => ['127.0.0.1'], ...options });
  opened.push(egress);
  return egress;
}

const get = (url: string, more: Partial<EgressRequest> = {}): EgressRequest => ({
  method: 'GET',
  url,
  timeoutMs: 30_000,
  bodyBytesMax: 4_096,
  carriesCredential: false,
  privateNetworks: true,
  ...more,
});

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream(({ path }, reply) => {
    if (path !== '/hangs') reply.end('quick');
  });
});
afterAll(() => upstream.stop());

describe('the calls of an owner', () => {
  it('leave the others their room, until nothing of them is left', async () => {
    const egress = egressWith({ calls: { ...SHARED_PLACES.calls, perHolderMax: 2 } });
    const stop = new AbortController();
    const hangs = (owner: string) =>
      egress.request(get(`${upstream.url}/hangs`, { owner, signal: stop.signal })).catch(({ code }) => code);
    const calls = [hangs('one'), hangs('one')];
    expect(await hangs('one')).toBe('busy');
    expect((await egress.request(get(upstream.url, { owner: 'two' }))).status).toBe(200);
    expect((await egress.request(get(upstream.url))).status).toBe(200);
    stop.abort();
    expect(await Promise.all(calls)).toEqual(['aborted', 'aborted']);
    await vi.waitFor(async () => {
      expect((await egress.request(get(upstream.url, { owner: 'one' }))).status).toBe(200);
    }, PATIENTLY);
  });

  it('count while they are still connecting, also when their time is up', async () => {
    let answer: () => void = () => {};
    const answered = new Promise<string[]>((resolve) => {
      answer = () => resolve(['127.0.0.1']);
    });
    const resolver = () => answered;
    const egress = egressWith({ calls: { ...SHARED_PLACES.calls, perHolderMax: 1 }, resolver });
    const silent = (timeoutMs: number) =>
      egress.request(get(`http://silent.test:${upstream.port}/`, { owner: 'one', timeoutMs }));
    await expect(silent(20)).rejects.toMatchObject({ code: 'time_out' });
    await expect(silent(20)).rejects.toMatchObject({ code: 'busy' });
    answer();
    await vi.waitFor(async () => expect((await silent(10_000)).status).toBe(200), PATIENTLY);
  });
});

it('names that no name server answers for keep no other from being looked up', async () => {
  const resolver = (host: string) =>
    host.startsWith('silent') ? new Promise<string[]>(() => {}) : Promise.resolve(['127.0.0.1']);
  const egress = egressWith({ resolver });
  const { atOnceMax, keptMax } = SHARED_PLACES.calls;
  const silent = Array.from({ length: atOnceMax - keptMax }, (_, at) =>
    egress.request(get(`http://silent-${at % 200}.test:${upstream.port}/`, { owner: `${at % 8}`, timeoutMs: 3_000 })),
  );
  const settled = Promise.allSettled(silent);
  expect((await egress.request(get(`http://quick.test:${upstream.port}/`))).status).toBe(200);
  for (const one of await settled) expect(one).toMatchObject({ reason: { code: 'time_out' } });
});

describe('a handshake', () => {
  const LATE_MS = ADDRESS_TIMEOUT_MS + 500;
  let secure: Upstream;
  /** Accepts connections and stays silent. */
  let silent: Server;
  /** Redirects to the other server, after an initial silence. */
  let late: Server;
  beforeAll(async () => {
    secure = await startUpstream((_request, reply) => reply.end('secure'), { tls: true });
    late = createServer((socket) => {
      socket.on('error', () => {});
      const begin = () => {
        const inner = connect(secure.port, '127.0.0.1').on('error', () => socket.destroy());
        socket.pipe(inner).pipe(socket);
      };
      const timer = setTimeout(begin, LATE_MS);
      socket.on('close', () => clearTimeout(timer));
    });
    await new Promise<void>((done) => late.listen(0, '127.0.0.1', done));
    silent = createServer((socket) => void socket.on('error', () => {}).resume());
    await new Promise<void>((done) => silent.listen(portOf(late), '127.0.0.2', done));
  });
  afterAll(async () => {
    late.close();
    silent.close();
    await secure.stop();
  });
  const portOf = (server: Server) => (server.address() as { port: number }).port;

  it.concurrent.each([[['127.0.0.1']], [['127.0.0.2', '127.0.0.1']]])(
    'that takes longer than one address of several gets is waited for at the last of %j',
    async (addresses) => {
      const egress = createEgress({ allow: ['127.0.0.0/8'], resolver: async () => addresses, ca: TEST_AUTHORITY });
      const answer = await egress.request(get(`https://upstream.test:${portOf(late)}/`));
      expect(answer.body.toString()).toBe('secure');
      await egress.close();
    },
  );
});
