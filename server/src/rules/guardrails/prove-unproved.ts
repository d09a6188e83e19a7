// SPDX-License-Identifier: Apache-2.0
/**
 * Proves guardrails that have no proof of their present version: those of a provisioning file, which came without one.
 * The thread for proofs works for them, so that neither a start nor an apply waits.
 */
import type pg from 'pg';
import { type OrganizationSnapshots, StaleRules } from '../../organization/organizations/index.ts';
import type { Outages } from '../../platform/logging/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { type ProvingDeps, proveGuardrails } from './prove-guardrails.ts';

export interface FirstProofDeps extends ProvingDeps {
  snapshots: Pick<OrganizationSnapshots, 'underCurrentRules'>;
  /** Failed proofs are tried again in each run. */
  outages: Outages;
}

/** An organization whose proofs cannot be made now waits for the next run; the others do not wait for it. */
export async function proveUnproved(
  deps: FirstProofDeps,
  organizationIds: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  for (const [organizationId, ids] of await unprovedOf(deps.pool, organizationIds)) {
    if (signal.aborted) return;
    try {
      await deps.snapshots.underCurrentRules(
        organizationId,
        async (snapshot) => await proveGuardrails(deps, snapshot, ids, deps.pool.clock.nowMs()),
      );
      deps.outages.worked(organizationId, { organizationId }, 'guardrails without a proof are proved again');
    } catch (error) {
      if (error instanceof StaleRules) continue;
      const message = 'guardrails without a proof could not be proved';
      deps.outages.failed(organizationId, error, { organizationId }, message);
    }
  }
}

async function unprovedOf(pool: pg.Pool, organizationIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await inTransaction(pool, organizationIds, (transaction) =>
    transaction.query<{ organizationId: string; ids: string[] }>(SELECT_UNPROVED, [organizationIds]),
  );
  return new Map(rows.map(({ organizationId, ids }) => [organizationId, ids]));
}

/** A proof without a result is one that took too much: it is not tried again before the next change. */
const SELECT_UNPROVED = `
  SELECT g.organization_id AS "organizationId", array_agg(g.id ORDER BY g.id) AS ids
  FROM svc.guardrails g
    LEFT JOIN svc.guardrail_proofs p ON p.organization_id = g.organization_id AND p.guardrail_id = g.id
      AND p.guardrail_version = g.version
  WHERE g.organization_id = ANY($1) AND p.guardrail_id IS NULL
  GROUP BY g.organization_id`;
