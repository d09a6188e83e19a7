// SPDX-License-Identifier: Apache-2.0
/** Sends a file piece by piece, in a turn of the reader's exports. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Person } from '../../../people/sessions/index.ts';
import type { AppRouteDeps } from './deps.ts';
import { readerOf } from './register.ts';

interface SentFile {
  /** Without the day. */
  name: string;
  ending: string;
  type: string;
}

/**
 * The turn ends with the connection, however slowly the file is fetched. A fault in the middle breaks the connection,
 * so that no receiver takes a part for the whole.
 * @throws ApiError 429 when too many exports are under way, and any error of `open`
 */
export async function sendFile(
  { pool, reads }: AppRouteDeps,
  person: Person,
  reply: FastifyReply,
  { name, ending, type }: SentFile,
  open: () => Promise<AsyncGenerator<string>>,
): Promise<FastifyReply> {
  const end = await reads.begin(readerOf(person), 'export');
  reply.raw.once('close', end);
  const pieces = await open();
  const day = pool.clock.now().toISOString().slice(0, 10);
  reply.header('content-disposition', `attachment; filename="${name}-${day}.${ending}"`);
  return reply.type(type).send(Readable.from(pieces, { objectMode: true, highWaterMark: 1 }));
}
