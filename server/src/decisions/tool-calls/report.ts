// SPDX-License-Identifier: Apache-2.0
/** Reports how a call ended that was let run. The event is found by the keys of the call. */
import type { ReportedOutcome } from '@svc/contract';
import { type Access, checkCaller } from '../../organization/callers/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { reportOutcome } from '../acts/index.ts';
import { callKeys, type IdentifiedCall } from './call-keys.ts';
import { SPENT_MAX, type ToolCallDeps } from './settle.ts';

/**
 * @param told the event, where the caller has remembered it; a call without an id is found by nothing else
 * @returns false for a call of which no redemption is known, and for one that was reported otherwise
 */
export async function reportToolCall(
  deps: ToolCallDeps,
  access: Access,
  call: IdentifiedCall,
  { status, told }: { status: ReportedOutcome; told: string | null },
): Promise<boolean> {
  const id = told ?? (call.callId === null ? null : await eventOf(deps, access, call));
  if (id === null) return false;
  try {
    await reportOutcome(deps, access, id, { status });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return false;
    throw error;
  }
}

async function eventOf(
  { pool, snapshots }: ToolCallDeps,
  access: Access,
  call: IdentifiedCall,
): Promise<string | null> {
  const { organizationId } = access;
  const keys = callKeys(call);
  const names = Array.from({ length: SPENT_MAX }, (_, spent) => keys.shared(spent));
  names.push(keys.own);
  await snapshots.underCurrentRules(organizationId, (snapshot) =>
    checkCaller(snapshot, access, 'decide', pool.clock.nowMs()),
  );
  const [row] = await inTransaction(pool, [organizationId], (transaction) =>
    transaction.query<{ id: string }>(SELECT_REDEEMED, [organizationId, names, keys.own]),
  );
  return row?.id ?? null;
}

const SELECT_REDEEMED = `
  SELECT x.event_id AS id
  FROM svc.idempotency_records i
    JOIN svc.acts x ON x.organization_id = i.organization_id AND x.event_id = i.event_id
  WHERE i.organization_id = $1 AND i.endpoint = 'gateway/mcp' AND i.key = ANY ($2::text[])
    AND x.redeem_key = $3
  LIMIT 1`;
