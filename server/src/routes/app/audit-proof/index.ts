/** GET /audit/{seq}/proof: prove that an entry is in the chain. */
import { AUDIT_ENTRY_NUMBER } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { proveEntry } from '../../../audit/index.ts';
import { Refusal } from '../../../refusal.ts';
import type { AppRouteDependencies } from '../dependencies.ts';
import { registerSignedIn } from '../register.ts';

const NUMBER = new RegExp(AUDIT_ENTRY_NUMBER);

export function registerAuditProof(app: FastifyInstance, using: AppRouteDependencies): void {
  registerSignedIn(app, using, 'proveAudit', async (request, { organization }) => {
    const { seq = '' } = request.params as { seq?: string };
    if (!NUMBER.test(seq)) throw new Refusal('not_found', { message: 'There is no such entry: numbers begin with 1.' });
    return await proveEntry(using.pool, using.checkpoints, organization.id, Number(seq));
  });
}
