// SPDX-License-Identifier: Apache-2.0
/** The cost of forwarding alone: a reverse proxy on undici that decides nothing and records nothing. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';

const CONNECTIONS_MAX = 128;
const pool = new Pool(process.env.UPSTREAM ?? '', { connections: CONNECTIONS_MAX });

const server = createServer((request, reply) => {
  forward(request, reply).catch(() => reply.destroy());
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => process.exit(0));

async function forward(request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const body: Buffer[] = [];
  for await (const chunk of request) body.push(chunk as Buffer);
  const answer = await pool.request({
    method: 'POST',
    path: '/orders/17',
    headers: { 'content-type': 'application/json' },
    body: Buffer.concat(body),
  });
  reply.writeHead(answer.statusCode, { 'content-type': 'application/json' });
  reply.end(Buffer.from(await answer.body.arrayBuffer()));
}
