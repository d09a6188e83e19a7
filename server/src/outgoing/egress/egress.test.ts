// SPDX-License-Identifier: Apache-2.0
/** The guarded client with a server that answers well, badly, too much, too late or elsewhere. */
import { createServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { startUpstream, TEST_AUTHORITY, type Upstream } from '#harness/upstream';
import { placesOfOne } from '../../platform/shares/index.ts';
import { createEgress, EGRESS_FAULTS, type Egress, type EgressOptions, type EgressRequest } from './index.ts';

const HOUR_MS = 3_600_000;
const opened: Egress[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((egress) => egress.close()));
});

function egressWith(options: Partial<EgressOptions> = {}): Egress {
  const egress = createEgress({ allow: ['127.0.0.1'], resolver: async () => ['127.0.0.1'], ...options });
  opened.push(egress);
  return egress;
}

const get = (url: string, more: Partial<EgressRequest> = {}): EgressRequest => ({
  method: 'GET',
  url,
  timeoutMs: 10_000,
  bodyBytesMax: 4_096,
  carriesCredential: false,
  privateNetworks: true,
  ...more,
});

/** Answers whose end the client did not await. */
const brokenOff: string[] = [];
let upstream: Upstream;
let secure: Upstream;
beforeAll(async () => {
  const answer: Parameters<typeof startUpstream>[0] = ({ path, headers }, reply, socket) => {
    if (path === '/hangs') return;
    if (path === '/resets') return void socket.destroy();
    if (path === '/breaks-off') {
      reply.writeHead(200, { 'content-length': '100' }).write('half');
      return void setImmediate(() => socket.destroy());
    }
    if (path === '/trickles') return void reply.writeHead(200).write('begun');
    if (path === '/endless') {
      const more = () => {
        while (!reply.destroyed && reply.write('x'.repeat(65_536)));
      };
      reply.on('drain', more).on('close', () => brokenOff.push(path));
      return more();
    }
    if (path === '/redirects') return void reply.writeHead(302, { location: String(headers['x-to']) }).end();
    reply.writeHead(201, { 'x-kind': 'plain' }).end(`answer to ${path}`);
  };
  upstream = await startUpstream(answer);
  secure = await startUpstream(answer, { tls: true });
});
afterAll(async () => {
  await Promise.all([upstream.stop(), secure.stop()]);
});

describe('a call', () => {
  it('brings status, headers, body and the time to the first byte', async () => {
    const answer = await egressWith().request(get(`${upstream.url}/a?b=c%20d`));
    expect(answer).toMatchObject({ status: 201, truncated: false, bodyFault: null });
    expect(answer.headers['x-kind']).toBe('plain');
    expect(answer.body.toString()).toBe('answer to /a?b=c%20d');
    expect(answer.firstByteMs).toBeGreaterThanOrEqual(0);
  });

  it('sends no Host, no hop-by-hop header and no wish for compression of its caller', async () => {
    const headers = {
      Host: 'internal.test',
      Connection: 'X-Kept, close',
      'Keep-Alive': 'timeout=9',
      'Transfer-Encoding': 'chunked',
      'Content-Length': '9999',
      TE: 'trailers',
      Upgrade: 'h2c',
      'Proxy-Authorization': 'Basic x',
      Expect: '100-continue',
      'Accept-Encoding': 'gzip',
      'X-Kept': 'yes',
    };
    await egressWith().request(get(`${upstream.url}/headers`, { method: 'POST', headers, body: 'text' }));
    const received = upstream.requests.at(-1);
    expect(received?.body).toBe('text');
    expect(received?.headers).toEqual({
      host: `127.0.0.1:${upstream.port}`,
      connection: 'keep-alive',
      'accept-encoding': 'identity',
      'content-length': '4',
      'x-kept': 'yes',
    });
  });

  it.each([
    ['X-One', 'a\r\nX-Two: b'],
    ['X-One', 'a\0b'],
    ['X-One', 'é'],
    ['X One', 'a'],
    ['X-One\r\nX-Two', 'a'],
  ])('cannot begin another header with %j: %j', async (name, value) => {
    const sent = upstream.requests.length;
    const call = egressWith().request(get(upstream.url, { headers: { [name]: value } }));
    await expect(call).rejects.toMatchObject({ code: 'invalid_header', message: 'invalid header' });
    expect(upstream.requests.length).toBe(sent);
  });

  it('uses connections again for a host', async () => {
    const before = upstream.connections();
    const egress = egressWith();
    for (let count = 0; count < 20; count += 1) await egress.request(get(`${upstream.url}/again`));
    // The second connection opens when a call comes before the first is known to be free again.
    expect(upstream.connections()).toBeLessThanOrEqual(before + 2);
  });

  it('goes through no proxy that the environment names', async () => {
    const proxy = await startUpstream((_request, reply) => reply.end('proxied'));
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY']) {
      vi.stubEnv(name, proxy.url);
    }
    vi.stubEnv('NO_PROXY', '');
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    const answer = await egressWith().request(get(`${upstream.url}/direct`));
    expect(answer.status).toBe(201);
    expect(proxy.connections()).toBe(0);
    vi.unstubAllEnvs();
    await proxy.stop();
  });
});

describe('a redirect', () => {
  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://127.0.0.1:9/',
    '//metadata.google.internal/',
    '/elsewhere',
  ])('to %s is the answer, and is not followed', async (location) => {
    const before = upstream.requests.length;
    const answer = await egressWith().request(get(`${upstream.url}/redirects`, { headers: { 'x-to': location } }));
    expect(answer.status).toBe(302);
    expect(answer.headers.location).toBe(location);
    expect(upstream.requests.length).toBe(before + 1);
  });
});

describe('a name', () => {
  it('is resolved once a connection, and the connection goes to the very address that was checked', async () => {
    const canary = await startUpstream((_request, reply) => reply.end('reached'), { host: '127.0.0.2' });
    // The second answer would lead elsewhere: only the next connection asks for it, and is refused.
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    const asked: string[] = [];
    const egress = egressWith({
      resolver: async (host) => {
        asked.push(host);
        return answers[asked.length - 1] ?? [];
      },
    });
    const url = `http://rebinding.test:${upstream.port}/resets`;
    await expect(egress.request(get(url))).rejects.toMatchObject({ code: 'connection_reset' });
    expect(asked).toEqual(['rebinding.test']);
    expect(upstream.requests.at(-1)?.headers.host).toBe(`rebinding.test:${upstream.port}`);
    await expect(egress.request(get(url))).rejects.toMatchObject({ code: 'egress_refused' });
    expect(asked).toHaveLength(2);
    expect(canary.connections()).toBe(0);
    await canary.stop();
  });

  it('is looked up once for all calls that wait for it', async () => {
    let asked = 0;
    let answer: (addresses: string[]) => void = () => {};
    const egress = egressWith({
      resolver: () => {
        asked += 1;
        return new Promise((resolve) => {
          answer = resolve;
        });
      },
    });
    const calls = Array.from({ length: 10 }, () => egress.request(get(`http://shared.test:${upstream.port}/`)));
    await vi.waitFor(() => expect(asked).toBe(1), PATIENTLY);
    answer(['127.0.0.1']);
    for (const { status } of await Promise.all(calls)) expect(status).toBe(201);
    expect(asked).toBe(1);
  });

  it('with several addresses is tried at each in turn', async () => {
    // The other addresses, which are also loopback, have no listener.
    const reach = (addresses: string[]) =>
      egressWith({ allow: ['127.0.0.0/8'], resolver: async () => addresses }).request(
        get(`http://several.test:${upstream.port}/`),
      );
    const others = ['127.0.0.3', '127.0.0.4', '127.0.0.5'];
    expect((await reach([...others, '127.0.0.1'])).status).toBe(201);
    await expect(reach([...others, '127.0.0.6', '127.0.0.1'])).rejects.toMatchObject({ code: 'connection_refused' });
  });
});

describe('an owner that may not reach opened ranges', () => {
  it('is refused there, also while a connection of one that may is open', async () => {
    const egress = egressWith();
    expect(await egress.request(get(upstream.url))).toMatchObject({ status: 201, isPrivate: true });
    const before = upstream.requests.length;
    for (const url of [upstream.url, `http://plain.test:${upstream.port}/`]) {
      await expect(egress.request(get(url, { privateNetworks: false }))).rejects.toMatchObject({
        code: 'egress_refused',
      });
    }
    const guarded = get(upstream.url, { privateNetworks: false, carriesCredential: true });
    await expect(egress.request(guarded)).rejects.toMatchObject({ code: 'egress_refused' });
    expect(upstream.requests.length).toBe(before);
  });
});

describe('a credential', () => {
  it('travels without TLS only to an address that the operator opened', async () => {
    const request = get(`http://plain.test:${upstream.port}/`, { carriesCredential: true });
    expect((await egressWith().request(request)).status).toBe(201);
    const before = upstream.requests.length;
    for (const addresses of [['93.184.216.34'], ['127.0.0.1', '93.184.216.34']]) {
      const elsewhere = egressWith({ resolver: async () => addresses });
      await expect(elsewhere.request(request)).rejects.toMatchObject({ code: 'credential_refused' });
    }
    expect(upstream.requests.length).toBe(before);
  });

  it('does not travel over a connection that was opened for a call without one', async () => {
    const egress = egressWith();
    // Waits until a connection is known to be free again: the next call would take it.
    let opened = -1;
    await vi.waitFor(async () => {
      const before = upstream.connections();
      await egress.request(get(upstream.url));
      opened = upstream.connections();
      expect(opened).toBe(before);
    }, PATIENTLY);
    await egress.request(get(upstream.url, { carriesCredential: true }));
    expect(upstream.connections()).toBe(opened + 1);
  });
});

describe('TLS', () => {
  const url = () => `https://upstream.test:${secure.port}/tls`;

  it('is trusted by authority and name', async () => {
    const answer = await egressWith({ ca: TEST_AUTHORITY }).request(get(url()));
    expect(answer.status).toBe(201);
    const byAddress = await egressWith({ ca: TEST_AUTHORITY }).request(get(`${secure.url}/tls`));
    expect(byAddress.status).toBe(201);
  });

  it.each([
    ['of an unknown authority', undefined, 'upstream.test'],
    ['for another name', TEST_AUTHORITY, 'other.test'],
  ])('%s is a TLS failure, whatever the environment turns off', async (_what, ca, host) => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const before = secure.requests.length;
    const call = egressWith(ca === undefined ? {} : { ca }).request(get(`https://${host}:${secure.port}/`));
    await expect(call).rejects.toMatchObject({ code: 'tls_failure', message: 'TLS failure' });
    expect(secure.requests.length).toBe(before);
    vi.unstubAllEnvs();
  });

  it('with a server that speaks none is a TLS failure', async () => {
    const call = egressWith().request(get(`https://127.0.0.1:${upstream.port}/`));
    await expect(call).rejects.toMatchObject({ code: 'tls_failure' });
  });
});

describe('a failure', () => {
  /** The fixed answer of the server. */
  let garbage = '';
  let garbled: Server;
  let garbledUrl: string;
  beforeEach(() => {
    garbage = 'SSH-2.0-secret-banner\r\n';
  });
  beforeAll(async () => {
    garbled = createServer((socket) => {
      socket.on('error', () => {}).once('data', () => socket.end(garbage));
    });
    await new Promise<void>((resolve) => garbled.listen(0, '127.0.0.1', resolve));
    garbledUrl = `http://127.0.0.1:${(garbled.address() as { port: number }).port}/`;
  });
  afterAll(() => {
    garbled.close();
  });

  it.each([
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc',
    `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(40_000)}\r\nContent-Length: 0\r\n\r\n`,
    'HTTP/1.1 99 Odd\r\nContent-Length: 0\r\n\r\n',
  ])('that is none to be understood is an invalid response: %#', async (answer) => {
    garbage = answer;
    await expect(egressWith().request(get(garbledUrl))).rejects.toMatchObject({ code: 'invalid_response' });
  });

  it.each([
    ['3\r\nabc\r\nzz\r\n', 'Transfer-Encoding: chunked', 'invalid_response', 'abc'],
    ['abc', 'Content-Length: 9', 'connection_reset', 'abc'],
  ])('within a body leaves what came before: %j', async (body, header, code, read) => {
    garbage = `HTTP/1.1 200 OK\r\n${header}\r\n\r\n${body}`;
    const answer = await egressWith().request(get(garbledUrl));
    expect(answer).toMatchObject({ status: 200, truncated: false, bodyFault: { code } });
    expect(answer.body.toString()).toBe(read);
  });

  it('after an interim answer is a failure all the same: that is no status to tell', async () => {
    garbage = 'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n';
    await expect(egressWith().request(get(garbledUrl))).rejects.toMatchObject({ code: 'connection_reset' });
  });

  it('is none when an interim answer comes first, or more than was announced comes behind', async () => {
    garbage =
      'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 500 No\r\n\r\n';
    const egress = egressWith();
    for (let count = 0; count < 3; count += 1) {
      const answer = await egress.request(get(garbledUrl));
      expect([answer.status, answer.body.toString(), answer.bodyFault]).toEqual([200, 'ok', null]);
    }
  });

  it('has one name and one sentence, which quotes nothing', async () => {
    const secret = '?token=hush';
    const fallsOutside = { resolver: async () => ['93.184.216.34'] };
    const fails = { resolver: () => Promise.reject(new Error('queryA ENOTFOUND hush.test')) };
    const unreachable = egressWith({ allow: ['2001:db8:ffff::1'], resolver: async () => ['2001:db8:ffff::1'] });
    const faults: [keyof typeof EGRESS_FAULTS, Egress, EgressRequest][] = [
      ['dns_failure', egressWith(fails), get(`http://hush.test/${secret}`)],
      ['dns_failure', egressWith({ resolver: async () => [] }), get(`http://hush.test/${secret}`)],
      ['connection_refused', egressWith(), get(`http://127.0.0.1:1/${secret}`)],
      ['unreachable', unreachable, get(`http://hush.test/${secret}`)],
      ['tls_failure', egressWith(), get(`https://hush.test:${secure.port}/${secret}`)],
      ['tls_failure', egressWith(), get(`https://hush.test:${upstream.port}/${secret}`)],
      ['busy', egressWith({ calls: placesOfOne(0) }), get(upstream.url + secret)],
      ['busy', egressWith({ callsToHost: placesOfOne(0) }), get(upstream.url + secret)],
      [
        'busy',
        egressWith({ calls: { ...placesOfOne(9), perHolderMax: 0 } }),
        get(upstream.url + secret, { owner: 'hush' }),
      ],
      ['credential_refused', egressWith(fallsOutside), get(`http://hush.test/${secret}`, { carriesCredential: true })],
      ['invalid_header', egressWith(), get(upstream.url, { headers: { 'X-Hush': 'hush\n' } })],
      ['connection_reset', egressWith(), get(`${upstream.url}/resets`)],
      ['invalid_response', egressWith(), get(garbledUrl + secret)],
      ['egress_refused', egressWith({ allow: [] }), get(upstream.url + secret)],
      ['invalid_address', egressWith(), get(`ftp://hush.test/${secret}`)],
      ['time_out', egressWith(), get(`${upstream.url}/hangs`, { timeoutMs: 50 })],
    ];
    for (const [code, egress, request] of faults) {
      const fault = await egress.request(request).catch((error: unknown) => error);
      expect(fault).toMatchObject({ name: 'EgressFault', code, message: EGRESS_FAULTS[code] });
      expect(String((fault as Error).stack)).not.toMatch(/hush|hangs|resets/);
      expect((fault as Error).cause).toBeUndefined();
    }
  });
});

describe('a bound', () => {
  it('of time holds for the body too: what came before is kept, with what broke it off', async () => {
    const answer = await egressWith().request(get(`${upstream.url}/trickles`, { timeoutMs: 300 }));
    expect(answer).toMatchObject({ status: 200, truncated: false, bodyFault: { code: 'time_out' } });
    expect(answer.body.toString()).toBe('begun');
    const broken = await egressWith().request(get(`${upstream.url}/breaks-off`));
    expect(broken).toMatchObject({ status: 200, bodyFault: { code: 'connection_reset' } });
    expect(broken.body.toString()).toBe('half');
  });

  it('of a look-up that never ends is the time of the call', async () => {
    const egress = egressWith({ resolver: () => new Promise(() => {}) });
    await expect(egress.request(get('http://silent.test/', { timeoutMs: 50 }))).rejects.toMatchObject({
      code: 'time_out',
    });
  });

  it('of bytes ends the reading, and the connection; nothing is sent again for it', async () => {
    const before = upstream.requests.length;
    const egress = egressWith();
    const answer = await egress.request(get(`${upstream.url}/endless`, { bodyBytesMax: 1_000 }));
    expect(answer).toMatchObject({ status: 200, truncated: true, bodyFault: null });
    expect(answer.body.length).toBe(1_000);
    await vi.waitFor(() => expect(brokenOff).toEqual(['/endless']), PATIENTLY);
    expect((await egress.request(get(`${upstream.url}/next`))).status).toBe(201);
    expect(upstream.requests.slice(before).map(({ path }) => path)).toEqual(['/endless', '/next']);
  });

  it('of calls at once is one for a host and one for all; more are told at once', async () => {
    const egress = egressWith({ calls: placesOfOne(5), callsToHost: placesOfOne(3) });
    const stop = new AbortController();
    const hangs = (host: string) =>
      egress.request(get(`http://${host}:${upstream.port}/hangs`, { timeoutMs: HOUR_MS, signal: stop.signal }));
    const calls = ['one', 'one', 'one', 'two', 'two'].map((name) => hangs(`${name}.test`));
    const settled = Promise.allSettled(calls);
    await expect(hangs('one.test')).rejects.toMatchObject({ code: 'busy' });
    await expect(hangs('three.test')).rejects.toMatchObject({ code: 'busy' });
    stop.abort();
    for (const one of await settled) expect(one).toMatchObject({ reason: { code: 'aborted' } });
    // A slot is free again when nothing of its call is left, including a connection that was just opening.
    await vi.waitFor(async () => {
      expect((await egress.request(get(`http://one.test:${upstream.port}/`))).status).toBe(201);
    }, PATIENTLY);
  });

  it('of origins is one of kept connections: another one takes the place of the one that is idle for longest', async () => {
    const egress = egressWith({ calls: placesOfOne(2) });
    const stop = new AbortController();
    const url = (host: string, path: string) => `http://${host}:${upstream.port}${path}`;
    const hangs = egress.request(get(url('one.test', '/hangs'), { timeoutMs: HOUR_MS, signal: stop.signal }));
    const settled = Promise.allSettled([hangs]);
    for (const host of ['two.test', 'three.test', 'four.test']) {
      expect((await egress.request(get(url(host, '/')))).status).toBe(201);
    }
    stop.abort();
    for (const one of await settled) expect(one).toMatchObject({ reason: { code: 'aborted' } });
  });

  it('of 2,000 calls to a server that hangs leaves few connections, and none afterwards', async () => {
    await vi.waitFor(() => expect(upstream.openConnections()).toBe(0), PATIENTLY);
    const egress = egressWith({ calls: placesOfOne(2_000), callsToHost: placesOfOne(20) });
    const calls = Array.from({ length: 2_000 }, () =>
      egress.request(get(`${upstream.url}/hangs`, { timeoutMs: 1_000 })),
    );
    const settled = Promise.allSettled(calls);
    await vi.waitFor(() => expect(upstream.openConnections()).toBe(20), PATIENTLY);
    const codes = (await settled).map((one) => (one as { reason?: { code?: string } }).reason?.code);
    expect(codes.filter((code) => code === 'busy')).toHaveLength(1_980);
    expect(codes.filter((code) => code === 'time_out')).toHaveLength(20);
    expect(upstream.openConnections()).toBeLessThanOrEqual(20);
    await egress.close();
    await vi.waitFor(() => expect(upstream.openConnections()).toBe(0), PATIENTLY);
  });

  it('closing aborts what is under way', async () => {
    const egress = egressWith();
    const call = egress.request(get(`${upstream.url}/hangs`));
    const outcome = call.catch((error: unknown) => error);
    await vi.waitFor(() => expect(upstream.requests.at(-1)?.path).toBe('/hangs'), PATIENTLY);
    await egress.close();
    expect(await outcome).toMatchObject({ name: 'EgressFault' });
  });
});

describe('the own machine', () => {
  it('is reached by the calls of the named organizations that may reach what is not public, and by no other', async () => {
    const egress = egressWith({ allow: [], loopbackFor: new Set(['ours']) });
    const call = (more: Partial<EgressRequest>) => egress.request(get(`${upstream.url}/here`, more));
    expect(await call({ owner: 'ours' })).toMatchObject({ status: 201, isPrivate: true });
    // Its connection is kept, and is not for them.
    for (const caller of [{ owner: 'others' }, {}, { owner: 'ours', privateNetworks: false }]) {
      await expect(call(caller)).rejects.toThrow(EGRESS_FAULTS.egress_refused);
    }
  });
});
