// SPDX-License-Identifier: Apache-2.0
/** Reads the Idempotency-Key header. */
import { IDEMPOTENCY_KEY_CHARACTERS_MAX, IDEMPOTENCY_KEY_PATTERN } from '@svc/contract';
import type { FastifyRequest } from 'fastify';
import { invalid } from '../../platform/errors/index.ts';

const PATTERN = new RegExp(IDEMPOTENCY_KEY_PATTERN);

/** @throws ApiError 400 for a header that is not 1 to 255 printable ASCII characters */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return null;
  if (typeof header === 'string' && PATTERN.test(header)) return header;
  throw invalid('Idempotency-Key', `must be 1 to ${IDEMPOTENCY_KEY_CHARACTERS_MAX} printable ASCII characters`);
}
