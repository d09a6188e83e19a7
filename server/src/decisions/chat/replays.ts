// SPDX-License-Identifier: Apache-2.0
/** A signed request of a chat counts once. */
import type pg from 'pg';
import { ApiError } from '../../platform/errors/index.ts';

/**
 * @param until when its signature no longer holds
 * @throws ApiError 409 for one that came before
 */
export async function refuseReplay(pool: pg.Pool, digest: Buffer, until: Date): Promise<void> {
  const { rowCount } = await pool.query(INSERT_REQUEST, [digest, until]);
  if (rowCount !== 1) throw new ApiError('conflict', { message: 'The request came before.' });
}

const INSERT_REQUEST = `
  INSERT INTO svc.chat_requests (digest, expires_at) VALUES ($1, $2::timestamptz) ON CONFLICT DO NOTHING`;
