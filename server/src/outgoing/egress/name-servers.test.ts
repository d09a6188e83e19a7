// SPDX-License-Identifier: Apache-2.0
/** Guarantee: names with silent name servers delay no other name. */
import { createSocket, type Socket } from 'node:dgram';
import { Resolver as NameServers } from 'node:dns/promises';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { NAME_SERVER_ATTEMPTS_MAX, NAME_SERVER_TIMEOUT_MS } from './limits.ts';
import { nameServerResolver } from './name-servers.ts';
import { type Resolver, sharedResolver, systemResolver } from './resolve.ts';

const HEADER_BYTES = 12;
const TYPE_A = 1;
const NO_SUCH_NAME = 3;

/** Answers for alive.test, denies unknown.test, and stays silent for any other name. */
let server: Socket;
const asked = new Set<string>();
let resolve: ReturnType<typeof sharedResolver>;
/** The names that the system resolver was asked for. */
const bySystem: string[] = [];
beforeAll(async () => {
  server = createSocket('udp4');
  server.on('message', (query, from) => {
    const { name, type, end } = questionOf(query);
    asked.add(name);
    if (name !== 'alive.test' && name !== 'unknown.test') return;
    server.send(answerTo(query.subarray(0, end), type, name === 'unknown.test'), from.port, from.address);
  });
  await new Promise<void>((done) => server.bind(0, '127.0.0.1', done));
  const nameServers = new NameServers({ timeout: NAME_SERVER_TIMEOUT_MS, tries: NAME_SERVER_ATTEMPTS_MAX });
  nameServers.setServers([`127.0.0.1:${(server.address() as AddressInfo).port}`]);
  resolve = sharedResolver(nameServerResolver(nameServers, askSystem), 512);
});
afterAll(() => new Promise<void>((done) => server.close(() => done())));

const askSystem: Resolver = (host) => {
  bySystem.push(host);
  return host === 'crm' ? Promise.resolve(['192.0.2.8']) : systemResolver(host);
};

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let place = HEADER_BYTES;
  for (let length = query[place] ?? 0; length > 0; length = query[place] ?? 0) {
    labels.push(query.toString('latin1', place + 1, place + 1 + length));
    place += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(place + 1), end: place + 5 };
}

/** Repeats the question, and adds one record for an IPv4 address: 192.0.2.7. RFC 1035, section 4. */
function answerTo(question: Buffer, type: number, isUnknown: boolean): Buffer {
  const hasRecord = type === TYPE_A && !isUnknown;
  const answer = Buffer.from(question);
  answer.writeUInt16BE(0x8180 | (isUnknown ? NO_SUCH_NAME : 0), 2);
  answer.writeUInt16BE(hasRecord ? 1 : 0, 6);
  answer.writeUInt32BE(0, 8);
  const record = Buffer.from([0xc0, 0x0c, 0, TYPE_A, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7]);
  return hasRecord ? Buffer.concat([answer, record]) : answer;
}

it('answers for a name while a hundred others are waited for', async () => {
  const dead = Array.from({ length: 100 }, (_, index) => `dead-${index}.test`);
  let hasEnded = false;
  const waiting = Promise.allSettled(dead.map((name) => resolve(name))).then((ended) => {
    hasEnded = true;
    return ended;
  });
  await vi.waitFor(() => expect(dead.every((name) => asked.has(name))).toBe(true), PATIENTLY);
  expect(await resolve('alive.test')).toEqual(['192.0.2.7']);
  expect(hasEnded).toBe(false);
  for (const one of await waiting) expect(one).toMatchObject({ reason: { code: 'dns_failure' } });
});

it('asks the system for what its hosts file names', async () => {
  expect((await resolve('localhost')).some((address) => ['127.0.0.1', '::1'].includes(address))).toBe(true);
  expect(asked.has('localhost')).toBe(false);
});

it('asks the system for a name without a dot, which its search domains complete', async () => {
  expect(await resolve('crm')).toEqual(['192.0.2.8']);
  expect(asked.has('crm')).toBe(false);
});

it('asks the system for what no name server knows', async () => {
  await expect(resolve('unknown.test')).rejects.toMatchObject({ code: 'dns_failure' });
  expect(asked.has('unknown.test')).toBe(true);
  expect(bySystem).toContain('unknown.test');
  expect(bySystem.some((name) => name.startsWith('dead-'))).toBe(false);
});
