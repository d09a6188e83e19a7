// SPDX-License-Identifier: Apache-2.0
/** GET /guardrails: list the claims of the organization with their last proofs. */
import type { GuardrailListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { listGuardrails } from '../../../../../rules/guardrails/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { readerOf, registerSignedIn } from '../../register.ts';

export function registerGuardrailsList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listGuardrails', async (request, person) => {
    const query = request.query as GuardrailListQuery;
    return await deps.snapshots.underCurrentRules(person.organization.id, async (snapshot) => {
      const list = await listGuardrails(deps.reads, readerOf(person), snapshot, query);
      await deps.snapshots.assertCurrent(snapshot);
      return list;
    });
  });
}
