// SPDX-License-Identifier: Apache-2.0
/** The end of approved acts in the past: most were redeemed and did what was stated, a few did more, some were left. */
import type { Decision } from '@svc/contract';
import type { AuditDraft } from '@svc/core/audit-chain';
import type pg from 'pg';
import { appendActs } from '../../record/recorder/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { lockHead } from '../../storage/heads/index.ts';
import type { Random } from './random.ts';

export interface PastAct {
  organizationId: string;
  key: { id: string; prefix: string };
  decision: Pick<Decision, 'id' | 'actionDigest'>;
  /** The records that were stated. */
  stated: number;
  atMs: number;
}

const LEFT_OPEN = 0.1;
const UNREPORTED = 0.05;
const FAILED = 0.05;
const EXCEEDING = 0.08;

/** Redeems the act at that moment and reports its outcome, as the agent would have done. */
export async function endAct(pool: pg.Pool, act: PastAct, random: Random): Promise<void> {
  if (random.chance(LEFT_OPEN)) return;
  const { organizationId, key, decision, atMs } = act;
  const { actionDigest } = decision;
  const at = new Date(atMs);
  const entry = (kind: string, metadata: AuditDraft['metadata']): AuditDraft => ({
    organizationId,
    at: at.toISOString(),
    kind,
    actor: { type: 'key', id: key.id },
    subject: { type: 'event', id: decision.id },
    metadata,
  });
  const outcome = random.chance(UNREPORTED) ? null : outcomeOf(act, random);
  const redemption = {
    entry: entry('redemption.made', { actionDigest, grantId: null, keyPrefix: key.prefix }),
    act: { redeemed_at: at, redeem_key: decision.id },
  };
  const report =
    outcome === null
      ? []
      : [
          {
            entry: entry('outcome.reported', { actionDigest, ...outcome }),
            act: {
              outcome: outcome.status,
              outcome_records: outcome.recordsAffected,
              outcome_code: outcome.code,
              outcome_source: 'REPORTED' as const,
              reported_at: at,
              exceeds: outcome.exceedsStated,
            },
          },
        ];
  await inTransaction(pool, [organizationId], async (transaction) => {
    await appendActs(transaction, await lockHead(transaction, organizationId), [redemption, ...report]);
  });
}

function outcomeOf({ stated }: PastAct, random: Random) {
  if (random.chance(FAILED)) {
    return { status: 'FAILED', recordsAffected: 0, code: 'timeout', exceedsStated: false } as const;
  }
  const recordsAffected = random.chance(EXCEEDING) ? stated + random.between(1, stated) : stated;
  return { status: 'SUCCEEDED', recordsAffected, code: null, exceedsStated: recordsAffected > stated } as const;
}
