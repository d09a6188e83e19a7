// SPDX-License-Identifier: Apache-2.0
/** GET /audit/verify: check the whole chain. */
import { AUDIT_CHECKS_PER_HOUR } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { createChainChecks } from '../../../../../record/audit/index.ts';
import { hitSharedWindow } from '../../../../../storage/limits/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { readerOf, registerSignedIn } from '../../register.ts';

/** It reads the chain from its first entry: a person does not need it more often. */
const RULE = { name: 'audit-verify', hitsMax: AUDIT_CHECKS_PER_HOUR, windowSeconds: 3_600 };

export function registerAuditVerify(app: FastifyInstance, deps: AppRouteDeps): void {
  const checks = createChainChecks(deps.reads.pool, deps.checkpoints);
  registerSignedIn(app, deps, 'verifyAudit', async (_request, person) => {
    await hitSharedWindow(deps.pool, RULE, person.user.id);
    return await deps.reads.run(readerOf(person), 'export', () => checks.verify(person.organization.id));
  });
}
