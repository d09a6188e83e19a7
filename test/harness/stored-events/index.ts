// SPDX-License-Identifier: Apache-2.0
/** Many stored events: a statement that copies those of an organization, with ids and numbers before theirs. */
import type { EventRecord } from '../../../server/src/record/recorder/draft.ts';
import type { TestDatabase } from '../postgres/index.ts';
import { readRows } from '../service/rows.ts';

/**
 * The first value is the name of the organization, the second how often each of its events is copied. Each copy is a
 * millisecond older than the one before.
 */
export const COPY_EVENTS = `
  INSERT INTO svc.events (organization_id, id, seq, created_at, sandbox, api_key_id, agent_id, resource_id, action,
    destination, records_affected, decision, evaluated_decision, risk_level, risk_score, quota_exceeded, record)
  SELECT e.organization_id,
    (lpad(to_hex((extract(epoch FROM e.created_at) * 1000)::bigint - n), 12, '0')
      || substr(replace(gen_random_uuid()::text, '-', ''), 13))::uuid,
    -(n::bigint * 1000000 + e.seq), e.created_at - n * interval '1 millisecond', e.sandbox, e.api_key_id, e.agent_id,
    e.resource_id, e.action, e.destination,
    CASE WHEN e.records_affected IS NULL THEN NULL ELSE e.records_affected + n % 1000 END, e.decision,
    e.evaluated_decision, e.risk_level, e.risk_score, e.quota_exceeded, e.record
  FROM svc.events e JOIN svc.organizations o USING (organization_id) CROSS JOIN generate_series(1, $2::int) n
  WHERE o.name = $1`;

/** Copies the events of an organization, and moves the copies back by two years. */
export async function copyOldEvents(database: TestDatabase, organization: string, times: number): Promise<void> {
  await readRows(database, COPY_EVENTS, [organization, times]);
  await readRows(
    database,
    `UPDATE svc.events
       SET created_at = (created_at AT TIME ZONE 'UTC' - interval '2 years') AT TIME ZONE 'UTC' WHERE seq < 0`,
  );
}

/** A record as a decision leaves it that nothing matched. */
export const PLAIN_RECORD: EventRecord = {
  agent: 'billing-bot',
  resource: 'orders',
  classification: 'INTERNAL',
  monitored: false,
  reasons: [],
  policy: null,
  dlpFindings: [],
  lgpdCategories: [],
  riskFactors: [],
  matchedPolicyIds: [],
  policySetVersion: 1,
};
