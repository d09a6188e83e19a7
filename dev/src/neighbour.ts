// SPDX-License-Identifier: Apache-2.0
/** A server beside the service: the CRM behind the gateway route, and a receiver of webhooks with one broken hook. */
import { createServer, type Server } from 'node:http';

export async function startNeighbour(port: number): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume();
    const path = request.url ?? '/';
    if (path.startsWith('/hooks/broken')) return void response.writeHead(503).end('The ticket system is down.');
    if (path.startsWith('/hooks/')) return void response.writeHead(204).end();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ path, name: 'Ana Souza', plan: 'PRO', openInvoices: 2 }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return server;
}
