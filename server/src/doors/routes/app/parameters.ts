// SPDX-License-Identifier: Apache-2.0
/** Ids in the path of a request. */
import { UUID_PATTERN } from '@svc/contract';
import type { FastifyRequest } from 'fastify';
import { invalid } from '../../../platform/errors/index.ts';

const UUID = new RegExp(UUID_PATTERN);

/** @throws ApiError 400 for a malformed UUID */
export function uuidParameter(request: FastifyRequest, name: string): string {
  const id = (request.params as Record<string, string | undefined>)[name] ?? '';
  if (!UUID.test(id)) throw invalid(name, 'must be a UUID: 8-4-4-4-12 hexadecimal digits');
  return id.toLowerCase();
}
