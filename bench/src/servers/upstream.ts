/** What calls are forwarded to: it reads a body and answers at once, or never. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const ANSWER = JSON.stringify({ id: 17, status: 'shipped' });

const server = createServer((request, reply) => {
  request.resume().on('end', () => {
    if (request.url?.startsWith('/hangs')) return;
    reply.writeHead(200, { 'content-type': 'application/json', 'content-length': ANSWER.length }).end(ANSWER);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => process.exit(0));
