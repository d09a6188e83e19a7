// SPDX-License-Identifier: Apache-2.0
/** The statement that counts the events between two audit numbers. Its reason for each sum stands beside it. */

const NIL = `'00000000-0000-0000-0000-000000000000'::uuid`;

/** Each sum over all subjects, over one agent, over one resource, and over the two together. */
const GRAINS = 'GROUPING SETS ((), (agent_id), (resource_id), (agent_id, resource_id))';
const GRAIN_COLUMNS = `
    CASE GROUPING(agent_id, resource_id) WHEN 3 THEN 'ALL' WHEN 1 THEN 'AGENT' WHEN 2 THEN 'RESOURCE' ELSE 'PAIR' END,
    hour_at, COALESCE(agent_id, ${NIL}), COALESCE(resource_id, ${NIL})`;

/** The recorded decisions, and what allowed events would have been under full enforcement. */
export const OUTCOME_COLUMNS = ['events', 'reviewed', 'blocked', 'would_review', 'would_block'] as const;
const OUTCOME_SUMS = `
    count(*), count(*) FILTER (WHERE decision = 'REVIEW'), count(*) FILTER (WHERE decision = 'BLOCK'),
    count(*) FILTER (WHERE would = 'REVIEW'), count(*) FILTER (WHERE would = 'BLOCK')`;
export const RISK_COLUMNS = ['medium', 'high', 'critical', 'risk_points', 'records'] as const;

const added = (alias: string, columns: readonly string[]): string =>
  columns.map((column) => `${column} = ${alias}.${column} + excluded.${column}`).join(', ');

/**
 * The cause of an event that was stopped: a policy, a risk threshold, or a refusal. The record tells it in its first
 * reason only; `policy` may name a monitored one that decided nothing.
 */
const CAUSE = `
      CASE
        WHEN b.decision = 'ALLOW' THEN NULL
        WHEN r.reasons ->> 0 LIKE 'The policy "%' THEN r.policy ->> 'id'
        WHEN r.reasons ->> 0 LIKE 'The risk score %' THEN 'RISK_' || b.decision
        WHEN r.reasons ->> 0 LIKE 'The agent "%" is paused.' THEN 'PAUSED'
        ELSE 'PERMISSION'
      END`;

/**
 * Parameters: organization, the number before the first one, the last one, the time zone, and the moment. It is one
 * statement, so that the events are read once, and their sums move with the cursor. A day that gets an event late
 * is summed again.
 */
export const COUNT_BATCH = `
  WITH batch AS MATERIALIZED (
    SELECT sandbox, agent_id, resource_id, date_trunc('hour', created_at, $4) AS hour_at, decision,
      CASE WHEN decision = 'ALLOW' THEN evaluated_decision END AS would, risk_level, risk_score,
      COALESCE(records_affected, 0) AS records, action, destination, record
    FROM svc.events
    WHERE organization_id = $1 AND sandbox = ANY ('{false,true}') AND seq > $2 AND seq <= $3
  ), hours AS (
    INSERT INTO svc.decision_hours AS h (organization_id, sandbox, grain, hour_at, agent_id, resource_id,
      ${[...OUTCOME_COLUMNS, ...RISK_COLUMNS].join(', ')})
    SELECT $1, sandbox, ${GRAIN_COLUMNS}, ${OUTCOME_SUMS},
      count(*) FILTER (WHERE risk_level = 'MEDIUM'), count(*) FILTER (WHERE risk_level = 'HIGH'),
      count(*) FILTER (WHERE risk_level = 'CRITICAL'), sum(risk_score), sum(records)
    FROM batch GROUP BY sandbox, hour_at, ${GRAINS}
    ON CONFLICT (organization_id, sandbox, grain, hour_at, agent_id, resource_id)
      DO UPDATE SET ${added('h', [...OUTCOME_COLUMNS, ...RISK_COLUMNS])}
  ), coded AS (
    SELECT b.sandbox, b.hour_at, b.agent_id, b.resource_id, b.decision, b.would, c.kind, c.code
    FROM batch b
      CROSS JOIN json_to_record(b.record) AS r (
        policy json, reasons json, "riskFactors" json, "dlpFindings" json, "matchedPolicyIds" json)
      CROSS JOIN LATERAL (
        SELECT 'ACTION' AS kind, b.action AS code
        UNION ALL SELECT 'DESTINATION', b.destination
        UNION ALL SELECT 'DECIDER', r.policy ->> 'id'
        UNION ALL SELECT 'CAUSE', ${CAUSE}
        UNION ALL SELECT 'FACTOR', f ->> 'code' FROM json_array_elements(r."riskFactors") AS f
        UNION ALL SELECT 'FINDING', f FROM json_array_elements_text(r."dlpFindings") AS f
        UNION ALL SELECT 'POLICY', f FROM json_array_elements_text(r."matchedPolicyIds") AS f
      ) AS c
    WHERE c.code IS NOT NULL
  ), codes AS (
    INSERT INTO svc.decision_code_hours AS h (
      organization_id, sandbox, kind, code, grain, hour_at, agent_id, resource_id, ${OUTCOME_COLUMNS.join(', ')})
    SELECT $1, sandbox, kind, code, ${GRAIN_COLUMNS}, ${OUTCOME_SUMS}
    FROM coded GROUP BY sandbox, kind, code, hour_at, ${GRAINS}
    ON CONFLICT (organization_id, sandbox, grain, kind, hour_at, agent_id, resource_id, code)
      DO UPDATE SET ${added('h', OUTCOME_COLUMNS)}
  )
  UPDATE svc.roll_up_cursors SET counted_seq = $3, counted_at = $5::timestamptz,
    days_to = LEAST(days_to, (SELECT date_trunc('day', min(hour_at), $4) FROM batch))
  WHERE organization_id = $1`;
