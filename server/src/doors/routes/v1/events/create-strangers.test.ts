// SPDX-License-Identifier: Apache-2.0
/** A service of its own: strangers take its connections in crowds, and POST /v1/events goes on. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LIVE_KEY, startTestService, type TestService } from '#harness/service';

const CONNECTIONS = 20;
const EVENT = { agent: 'billing-bot', action: 'READ_DATA', resource: 'orders' };

let service: TestService;
let client: Agent;
beforeAll(async () => {
  service = await startTestService({
    trustProxy: ['127.0.0.9'],
    connections: { connectionsMax: CONNECTIONS, connectionsPerAddressMax: CONNECTIONS },
  });
  client = new Agent({ connections: 2 });
});
afterAll(async () => {
  await client.close();
  await service.stop();
});

async function decide(key: string): Promise<{ status: number; retryAfter: string }> {
  const answer = await request(`${service.baseUrl}/v1/events`, {
    dispatcher: client,
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(EVENT),
  });
  await answer.body.dump();
  return { status: answer.statusCode, retryAfter: String(answer.headers['retry-after'] ?? '') };
}

it('decides on open connections while half-open ones take every place that is left', async () => {
  expect((await decide(LIVE_KEY)).status).toBe(200);
  const { port } = new URL(service.baseUrl);
  const sockets: Socket[] = [];
  for (let opened = 0; opened < 5 * CONNECTIONS; opened += 1) {
    const socket = connect({ port: Number(port), host: '127.0.0.1' });
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write('POST /v1/events HTTP/1.1\r\nx-half: ');
    sockets.push(socket);
    if (opened % 10 === 0) expect((await decide(LIVE_KEY)).status).toBe(200);
  }
  expect(sockets.filter((socket) => socket.closed).length).toBeGreaterThan(3 * CONNECTIONS);
  for (const socket of sockets) socket.destroy();
});

it('answers 429 to unknown keys beyond the bound of their address, and decides for the known one beside them', async () => {
  const unknown = () => `key_live_${randomBytes(64).toString('hex').slice(0, 43)}`;
  const statuses: number[] = [];
  for (let asked = 0; asked < 620; asked += 1) statuses.push((await decide(unknown())).status);
  expect(statuses.slice(0, 600).every((status) => status === 401)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
  expect((await decide(LIVE_KEY)).status).toBe(200);
  expect(Number((await decide(unknown())).retryAfter)).toBeGreaterThan(0);
});
