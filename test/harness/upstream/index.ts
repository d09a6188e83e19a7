// SPDX-License-Identifier: Apache-2.0
/** A foreign web server: the counterpart of gateways, webhooks and token requests beyond the socket. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';

const pem = (name: string) => readFileSync(join(import.meta.dirname, 'certificates', name), 'utf8');

/** The CA of every `tls` upstream's certificate: for `upstream.test`, `*.upstream.test` and 127.0.0.1. */
export const TEST_AUTHORITY = pem('authority.pem');

interface ReceivedRequest {
  method: string;
  /** Path and query, as received. */
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface Upstream {
  port: number;
  /** The address: `http://127.0.0.1:port`, or https. */
  url: string;
  requests: ReceivedRequest[];
  /** The number of connections that were ever opened. */
  connections(): number;
  /** The number of connections that are open now. */
  openConnections(): number;
  stop(): Promise<void>;
}

export interface UpstreamOptions {
  host?: string;
  tls?: boolean;
}

export type Answering = (request: ReceivedRequest, reply: ServerResponse, socket: Socket) => void;

export async function startUpstream(answer: Answering, options: UpstreamOptions = {}): Promise<Upstream> {
  const requests: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const receive = async (message: IncomingMessage, reply: ServerResponse) => {
    let body = '';
    for await (const chunk of message.setEncoding('utf8')) body += chunk as string;
    const request = { method: message.method ?? '', path: message.url ?? '', headers: message.headers, body };
    requests.push(request);
    answer(request, reply, message.socket);
  };
  // Callers that disconnect early are part of many tests.
  const onRequest = (message: IncomingMessage, reply: ServerResponse) => void receive(message, reply).catch(() => {});
  const server: Server = options.tls
    ? createTlsServer({ key: pem('upstream-key.pem'), cert: pem('upstream.pem') }, onRequest)
    : createServer(onRequest);
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
  });
  server.on('tlsClientError', () => {});
  const host = options.host ?? '127.0.0.1';
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${options.tls ? 'https' : 'http'}://${host}:${port}`,
    requests,
    connections: () => connections,
    openConnections: () => sockets.size,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
