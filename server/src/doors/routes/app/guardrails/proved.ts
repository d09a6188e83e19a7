// SPDX-License-Identifier: Apache-2.0
/** A guardrail after its change. Where the proof cannot be made now, the answer comes without it: the change stands. */
import type { Guardrail } from '@svc/contract';
import { ApiError } from '../../../../platform/errors/index.ts';
import { proveGuardrails, readGuardrail } from '../../../../rules/guardrails/index.ts';
import type { FaultLog } from '../../../../rules/proofs/index.ts';
import type { AppRouteDeps } from '../deps.ts';

type Deps = Pick<AppRouteDeps, 'pool' | 'reads' | 'snapshots' | 'proofThreads'> & { log: FaultLog };

/** @throws ApiError 404 when another person has deleted it meanwhile */
export async function provedGuardrail(deps: Deps, organizationId: string, id: string): Promise<Guardrail> {
  const { snapshots } = deps;
  await snapshots
    .underCurrentRules(organizationId, (snapshot) => proveGuardrails(deps, snapshot, [id], deps.pool.clock.nowMs()))
    .catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
  return await snapshots.underCurrentRules(organizationId, async (snapshot) => {
    await snapshots.assertCurrent(snapshot);
    return await readGuardrail(deps, snapshot, id);
  });
}
