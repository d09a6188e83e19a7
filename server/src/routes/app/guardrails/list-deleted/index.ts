/** GET /guardrails/deleted: claims that the organization keeps no longer, and that can come back. */
import type { FastifyInstance } from 'fastify';
import { listDeletedGuardrails } from '../../../../guardrails/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { readerOf, registerSignedIn } from '../../register.ts';

export function registerGuardrailsListDeleted(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listDeletedGuardrails', async (_request, person) => {
    return await listDeletedGuardrails(deps.reads, readerOf(person));
  });
}
