// SPDX-License-Identifier: Apache-2.0
/** GET /audit/{seq}: read one entry of the audit chain whole. */
import { AUDIT_ENTRY_NUMBER } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../../../../platform/errors/index.ts';
import { readEntry } from '../../../../../record/audit/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { readerOf, registerSignedIn } from '../../register.ts';

const NUMBER = new RegExp(AUDIT_ENTRY_NUMBER);

export function registerAuditRead(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readAudit', async (request, person) => {
    const { seq = '' } = request.params as { seq?: string };
    if (!NUMBER.test(seq))
      throw new ApiError('not_found', { message: 'There is no such entry: numbers begin with 1.' });
    return await readEntry(deps.reads, readerOf(person), Number(seq));
  });
}
