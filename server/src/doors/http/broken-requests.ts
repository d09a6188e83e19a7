// SPDX-License-Identifier: Apache-2.0
/** Requests that never reach a handler: broken HTTP, CONNECT and unknown expectations. They get answers in our form. */
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ApiError, invalid } from '../../platform/errors/index.ts';
import { errorBody } from './errors.ts';
import { STANDARD_HEADERS } from './standard-headers.ts';

/** The faults that a caller can mend, by the code of Node's parser. */
const FAULTS: Readonly<Record<string, [field: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['headers', 'are too long: address and headers together may have 16 KB'],
  HPE_INVALID_METHOD: ['method', 'is not a method of HTTP'],
  HPE_INVALID_URL: ['path', 'is not a valid address'],
  HPE_INVALID_VERSION: ['request', 'must speak HTTP/1.0 or HTTP/1.1'],
  HPE_INVALID_CONTENT_LENGTH: ['Content-Length', 'is not a length'],
  HPE_UNEXPECTED_CONTENT_LENGTH: ['Content-Length', 'may not be there twice, nor beside Transfer-Encoding'],
  HPE_INVALID_TRANSFER_ENCODING: ['Transfer-Encoding', 'must be chunked, and may not stand beside Content-Length'],
  HPE_INVALID_CHUNK_SIZE: ['body', 'is not in valid chunks'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request', 'took too long to arrive; send it again'],
};
const UNREADABLE: [field: string, message: string] = ['request', 'is not valid HTTP'];

/** Answers what Node's parser could not read. */
export function answerUnreadable(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  end(socket, invalid(...(FAULTS[error.code ?? ''] ?? UNREADABLE)));
}

/** Answers what Node would end without a word: CONNECT, and an `Expect` other than 100-continue. */
export function answerUnwanted(server: Pick<Server, 'on'>): void {
  server.on('connect', (_request, socket) => end(socket, invalid('method', 'must not be CONNECT')));
  server.on('checkExpectation', (request, response) => {
    const { body, headers } = rawAnswer(invalid('Expect', 'must be 100-continue'));
    response.writeHead(400, headers).end(request.method === 'HEAD' ? '' : body);
  });
}

function end(socket: Duplex, error: ApiError): void {
  const { body, headers } = rawAnswer(error);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(['HTTP/1.1 400 Bad Request', ...lines, '', body].join('\r\n'));
}

function rawAnswer(error: ApiError): { body: string; headers: Record<string, string | number> } {
  const id = randomUUID();
  const body = JSON.stringify(errorBody(error, id));
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': id,
    ...STANDARD_HEADERS,
    connection: 'close',
  };
  return { body, headers };
}
