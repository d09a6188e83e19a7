// SPDX-License-Identifier: Apache-2.0
/** Work for a caller ends when the caller has gone. */
import type { FastifyReply } from 'fastify';

export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}
