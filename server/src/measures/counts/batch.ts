// SPDX-License-Identifier: Apache-2.0
/** The statement that counts the events between two audit numbers. */
import { AGENT_SUMS } from './agent-sums.ts';
import { DECISION_SUMS } from './decision-sums.ts';
import { RECORD_SUMS } from './record-sums.ts';

const SUMS = Object.entries({ ...DECISION_SUMS, ...RECORD_SUMS, ...AGENT_SUMS });

/**
 * It is one statement, so that the events are read once, and their sums move with the cursor. A day that gets an event
 * late is summed again. Parameters:
 *
 * - $1 organization, $2 the number before the first event, $3 the last one
 * - $4 time zone, $5 moment
 * - $6 and $7 moments from which hours and slices of agents are kept
 */
export const COUNT_BATCH = `
  WITH cursor AS (
    SELECT decisions_from, records_from, agents_from FROM svc.count_cursors WHERE organization_id = $1
  ), batch AS MATERIALIZED (
    SELECT id, seq, created_at, sandbox, api_key_id, agent_id, resource_id, action, destination, decision,
      CASE WHEN decision = 'ALLOW' THEN evaluated_decision END AS would, risk_level, risk_score,
      COALESCE(records_affected, 0) AS records, (gateway_call->>'routeId')::uuid AS route_id, record,
      date_trunc('hour', created_at, $4) AS hour_at
    FROM svc.events
    WHERE organization_id = $1 AND sandbox IN (false, true) AND seq > $2 AND seq <= $3
  ), ${SUMS.map(([name, sql]) => `${name} AS (${sql})`).join(', ')}
  UPDATE svc.count_cursors SET counted_seq = $3, counted_at = $5::timestamptz,
    days_to = LEAST(days_to, (SELECT date_trunc('day', min(hour_at), $4) FROM decided))
  WHERE organization_id = $1`;
