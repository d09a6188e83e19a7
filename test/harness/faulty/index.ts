// SPDX-License-Identifier: Apache-2.0
/**
 * A server that is not the service, or not well. It answers each request as the test says, at the socket. It does not
 * know the contract.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Answers one request, or leaves it without an answer. */
export type Behaviour = (request: SeenRequest, response: ServerResponse) => void;

export interface FaultyServer {
  baseUrl: string;
  seen: SeenRequest[];
  stop(): Promise<void>;
}

/** The n-th request gets the n-th behaviour, and each one after the last gets the last. */
export async function startFaultyServer(...behaviours: [Behaviour, ...Behaviour[]]): Promise<FaultyServer> {
  const seen: SeenRequest[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
      const behave = behaviours[Math.min(seen.length, behaviours.length - 1)] ?? behaviours[0];
      seen.push(one);
      behave(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A whole answer. */
export function answers(status: number, body: unknown, headers: Record<string, string> = {}): Behaviour {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
}

/** Takes the request and never answers. */
export const hangs: Behaviour = () => undefined;

/** Sends the head and half of the body, then nothing more. */
export const hangsHalfway: Behaviour = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"decision":"ALLOW","finalDecision":"ALLOW",');
};

/** Cuts the connection before any answer. */
export const cuts: Behaviour = (_request, response) => void response.destroy();

/** Cuts the connection in the middle of an answer that has announced its length. */
export const cutsHalfway: Behaviour = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"decision":"ALLOW","finalDecision":"ALLOW"}', () => response.destroy());
};

/** The page of a proxy in front of a missing service, and of a server at a wrong address. */
export const HTML = '<!doctype html><html><head><title>Welcome</title></head><body>ALLOW</body></html>';
