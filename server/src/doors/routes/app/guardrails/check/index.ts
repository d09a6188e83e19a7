// SPDX-License-Identifier: Apache-2.0
/** POST /guardrails/check: prove a claim that is still being written. Records nothing. */
import type { GuardrailCheckRequest } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { checkGuardrail } from '../../../../../rules/guardrails/index.ts';
import { goneSignal } from '../../../gone-signal.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerGuardrailsCheck(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'checkGuardrail', async (request, { organization }, reply) => {
    const { claim } = request.body as GuardrailCheckRequest;
    const proving = { proofThreads: deps.proofThreads.until(goneSignal(reply)), log: request.log };
    return await deps.snapshots.underCurrentRules(organization.id, async (snapshot) => {
      const checked = await checkGuardrail(proving, snapshot, claim, deps.pool.clock.nowMs());
      await deps.snapshots.assertCurrent(snapshot);
      return checked;
    });
  });
}
