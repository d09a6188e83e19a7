// SPDX-License-Identifier: Apache-2.0
/** GET /audit/{seq}/proof: prove that an entry is in the chain. */
import { AUDIT_ENTRY_NUMBER } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../../../../platform/errors/index.ts';
import { proveEntry } from '../../../../../record/audit/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { readerOf, registerSignedIn } from '../../register.ts';

const NUMBER = new RegExp(AUDIT_ENTRY_NUMBER);

export function registerAuditProve(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'proveAudit', async (request, person) => {
    const { seq = '' } = request.params as { seq?: string };
    if (!NUMBER.test(seq))
      throw new ApiError('not_found', { message: 'There is no such entry: numbers begin with 1.' });
    return await deps.reads.run(readerOf(person), 'list', () =>
      proveEntry(deps.reads.pool, deps.checkpoints, person.organization.id, Number(seq)),
    );
  });
}
