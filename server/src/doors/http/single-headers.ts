// SPDX-License-Identifier: Apache-2.0
/** Refuses requests whose headers two readers could understand in two ways. */
import type { IncomingMessage } from 'node:http';
import { invalid } from '../../platform/errors/index.ts';

/** A proxy may read the first of two, and the service the last. */
const SINGLE_HEADERS = new Set(['host', 'authorization', 'x-api-key', 'x-svc-key', 'content-type', 'idempotency-key']);

/** @throws ApiError 400 for a header that is there twice, and for HTTP/1.1 without Host */
export function checkSingleHeaders(request: IncomingMessage): void {
  const seen: string[] = [];
  const { rawHeaders } = request;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const written = rawHeaders[at] ?? '';
    const name = written.toLowerCase();
    if (!SINGLE_HEADERS.has(name)) continue;
    if (seen.includes(name)) throw invalid(written, 'is there twice: send this header once');
    seen.push(name);
  }
  if (request.httpVersion === '1.1' && !seen.includes('host')) throw invalid('Host', 'is required in HTTP/1.1');
}
