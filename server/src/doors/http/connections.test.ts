// SPDX-License-Identifier: Apache-2.0
/** Guarantee: open connections are bounded, and clients that have sent a request keep theirs. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { addressList } from '../../platform/addresses/index.ts';
import { createMetrics } from '../../storage/metrics/index.ts';
import { boundConnections, createHttpServer, noteKnownCaller, noteStream } from './index.ts';

let http: FastifyInstance;
let sockets: Socket[] = [];
/** The ends of requests under way. */
const waiting: (() => void)[] = [];
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await http.close();
});

const PATIENT = { headers: 10_000, request: 30_000, checkedEvery: 1_000, idle: 60_000, silence: 60_000 };

async function listen(
  limits = { connectionsMax: 100, connectionsPerAddressMax: 100 },
  proxies: string[] = [],
  timeOuts = PATIENT,
): Promise<void> {
  http = createHttpServer(pino({ level: 'silent' }), createMetrics(), timeOuts);
  http.get('/', async () => 'here');
  http.get('/waits', () => new Promise((resolve) => waiting.push(() => resolve('late'))));
  http.get('/known', async (request) => {
    noteKnownCaller(request.raw.socket);
    return 'known';
  });
  http.get('/stream', (request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' });
    reply.raw.flushHeaders();
    noteStream(request.raw.socket);
  });
  boundConnections(http.server, limits, addressList(proxies));
  await http.listen({ host: '127.0.0.1', port: 0 });
}

async function open(localAddress = '127.0.0.1', text = ''): Promise<Socket> {
  const { port } = http.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  sockets.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  if (text !== '') socket.write(text);
  return socket;
}

async function ask(socket: Socket, path = '/'): Promise<string> {
  socket.write(`GET ${path} HTTP/1.1\r\nhost: here\r\n\r\n`);
  const answered = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => ['closed'])]);
  return String(answered[0]).split('\r\n', 1)[0] ?? '';
}

/** A socket that is not read notices no end. */
const closed = async (socket: Socket) => socket.resume().closed || (await once(socket, 'close').then(() => true));
const openOf = (all: Socket[]) => all.filter((socket) => !socket.closed).length;

const HALF = 'POST /v1/events HTTP/1.1\r\nhost: here\r\nx-half: ';

it('closes the oldest connection that sent no request for a new one, and keeps those that did', async () => {
  await listen({ connectionsMax: 5, connectionsPerAddressMax: 100 });
  const clients = [await open(), await open()];
  for (const client of clients) expect(await ask(client)).toBe('HTTP/1.1 200 OK');
  const halves: Socket[] = [];
  for (let index = 0; index < 40; index += 1) halves.push(await open('127.0.0.1', index % 2 === 0 ? HALF : ''));
  await Promise.all(halves.slice(0, 37).map(closed));
  for (const client of clients) expect(await ask(client)).toBe('HTTP/1.1 200 OK');
  const late = await open();
  expect(await ask(late)).toBe('HTTP/1.1 200 OK');
  await closed(halves[37] as Socket);
  expect(openOf(halves)).toBe(2);
});

it('closes a new connection when every other has a request under way', async () => {
  await listen({ connectionsMax: 3, connectionsPerAddressMax: 100 });
  const clients = [await open(), await open(), await open()];
  const answers = clients.map((client) => ask(client, '/waits'));
  await expect.poll(() => waiting.length).toBe(3);
  expect(await ask(await open())).not.toContain('200');
  for (const end of waiting.splice(0)) end();
  for (const answer of await Promise.all(answers)) expect(answer).toBe('HTTP/1.1 200 OK');
});

it('closes the one that is idle for longest, of the address that has most of them', async () => {
  await listen({ connectionsMax: 5, connectionsPerAddressMax: 100 });
  const other = await open('127.0.0.2');
  expect(await ask(other)).toBe('HTTP/1.1 200 OK');
  const crowd: Socket[] = [];
  for (let index = 0; index < 4; index += 1) {
    const one = await open('127.0.0.3');
    expect(await ask(one)).toBe('HTTP/1.1 200 OK');
    crowd.push(one);
  }
  const late = await open('127.0.0.4');
  expect(await ask(late)).toBe('HTTP/1.1 200 OK');
  expect(await closed(crowd[0] as Socket)).toBe(true);
  expect(openOf([...crowd, other, late])).toBe(5);
  expect(await ask(other)).toBe('HTTP/1.1 200 OK');
});

it('spares callers who are not known before those who are, and these before streams', async () => {
  await listen({ connectionsMax: 3, connectionsPerAddressMax: 100 });
  const [known, streaming, strange] = [await open(), await open(), await open('127.0.0.2')];
  expect(await ask(known, '/known')).toBe('HTTP/1.1 200 OK');
  expect(await ask(strange)).toBe('HTTP/1.1 200 OK');
  expect(await ask(streaming, '/stream')).toBe('HTTP/1.1 200 OK');
  const late: Socket[] = [];
  for (const gone of [strange, known]) {
    const one = await open('127.0.0.4');
    late.push(one);
    expect(await ask(one, '/known')).toBe('HTTP/1.1 200 OK');
    expect(await closed(gone)).toBe(true);
  }
  expect(streaming.closed).toBe(false);
  const answers = late.map((one) => ask(one, '/waits'));
  await expect.poll(() => waiting.length).toBe(2);
  expect(await ask(await open('127.0.0.4'))).toBe('HTTP/1.1 200 OK');
  expect(await closed(streaming)).toBe(true);
  for (const end of waiting.splice(0)) end();
  await Promise.all(answers);
});

it('holds the bound of an address for idle connections too: its newest ones work', async () => {
  await listen({ connectionsMax: 100, connectionsPerAddressMax: 3 });
  const crowd: Socket[] = [];
  for (let index = 0; index < 9; index += 1) {
    const one = await open('127.0.0.3');
    expect(await ask(one)).toBe('HTTP/1.1 200 OK');
    crowd.push(one);
  }
  await Promise.all(crowd.slice(0, 6).map(closed));
  expect(openOf(crowd)).toBe(3);
});

it('bounds each address by itself: the crowd of one takes no place of another', async () => {
  await listen({ connectionsMax: 100, connectionsPerAddressMax: 4 });
  const other = await open('127.0.0.2');
  const crowd: Socket[] = [];
  for (let index = 0; index < 20; index += 1) crowd.push(await open('127.0.0.3', HALF));
  await Promise.all(crowd.slice(0, 16).map(closed));
  expect(openOf(crowd)).toBe(4);
  expect(await ask(other)).toBe('HTTP/1.1 200 OK');
});

it('counts no address of a trusted proxy', async () => {
  await listen({ connectionsMax: 10, connectionsPerAddressMax: 1 }, ['127.0.0.2']);
  const proxied: Socket[] = [];
  for (let index = 0; index < 10; index += 1) proxied.push(await open('127.0.0.2'));
  for (const socket of proxied) expect(await ask(socket)).toBe('HTTP/1.1 200 OK');
});

it.each([
  ['that says nothing', ''],
  ['whose headers do not end', HALF],
])('closes a connection %s', async (_what, text) => {
  await listen(undefined, [], { ...PATIENT, headers: 50, request: 1_000, checkedEvery: 20 });
  expect(await closed(await open('127.0.0.1', text))).toBe(true);
});

it('tells a client that was too slow so, in our form', async () => {
  await listen(undefined, [], { ...PATIENT, headers: 50, request: 1_000, checkedEvery: 20 });
  const socket = await open('127.0.0.1', HALF);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toContain('request: took too long to arrive; send it again');
});

it('closes a connection that is idle after its request', async () => {
  await listen(undefined, [], { ...PATIENT, idle: 20 });
  const client = await open();
  expect(await ask(client)).toBe('HTTP/1.1 200 OK');
  expect(await closed(client)).toBe(true);
});
