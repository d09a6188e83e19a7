// SPDX-License-Identifier: Apache-2.0
/** Sums of decisions by hour. The reason for each stands beside it. */
import { stoppedBy } from '../../record/events/index.ts';

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

/** The cause of an event that was stopped: a policy, a risk threshold, or a refusal. */
const CAUSE = `
      CASE WHEN b.decision = 'ALLOW' THEN NULL
        ELSE CASE s.by WHEN 'POLICY' THEN r.policy ->> 'id' WHEN 'RISK' THEN 'RISK_' || b.decision ELSE s.by END
      END`;

const HOURS = `
    INSERT INTO svc.decision_hours AS h (organization_id, sandbox, grain, hour_at, agent_id, resource_id,
      ${[...OUTCOME_COLUMNS, ...RISK_COLUMNS].join(', ')})
    SELECT $1, sandbox, ${GRAIN_COLUMNS}, ${OUTCOME_SUMS},
      count(*) FILTER (WHERE risk_level = 'MEDIUM'), count(*) FILTER (WHERE risk_level = 'HIGH'),
      count(*) FILTER (WHERE risk_level = 'CRITICAL'), sum(risk_score), sum(records)
    FROM decided GROUP BY sandbox, hour_at, ${GRAINS}
    ON CONFLICT (organization_id, sandbox, grain, hour_at, agent_id, resource_id)
      DO UPDATE SET ${added('h', [...OUTCOME_COLUMNS, ...RISK_COLUMNS])}`;

const CODED = `
    SELECT b.sandbox, b.hour_at, b.agent_id, b.resource_id, b.decision, b.would, c.kind, c.code
    FROM decided b
      CROSS JOIN json_to_record(b.record) AS r (
        policy json, cause json, reasons json, "riskFactors" json, "dlpFindings" json, "matchedPolicyIds" json)
      CROSS JOIN LATERAL (SELECT ${stoppedBy('r')} AS by) AS s
      CROSS JOIN LATERAL (
        SELECT 'ACTION' AS kind, b.action AS code
        UNION ALL SELECT 'DESTINATION', b.destination
        UNION ALL SELECT 'DECIDER', r.policy ->> 'id'
        UNION ALL SELECT 'CAUSE', ${CAUSE}
        UNION ALL SELECT 'FACTOR', f ->> 'code' FROM json_array_elements(r."riskFactors") AS f
        UNION ALL SELECT 'FINDING', f FROM json_array_elements_text(r."dlpFindings") AS f
        UNION ALL SELECT 'POLICY', f FROM json_array_elements_text(r."matchedPolicyIds") AS f
      ) AS c
    WHERE c.code IS NOT NULL`;

const CODES = `
    INSERT INTO svc.decision_code_hours AS h (
      organization_id, sandbox, kind, code, grain, hour_at, agent_id, resource_id, ${OUTCOME_COLUMNS.join(', ')})
    SELECT $1, sandbox, kind, code, ${GRAIN_COLUMNS}, ${OUTCOME_SUMS}
    FROM coded GROUP BY sandbox, kind, code, hour_at, ${GRAINS}
    ON CONFLICT (organization_id, sandbox, grain, kind, hour_at, agent_id, resource_id, code)
      DO UPDATE SET ${added('h', OUTCOME_COLUMNS)}`;

/** Parts of the statement that counts a batch, in order: each reads `batch` or an earlier part. */
export const DECISION_SUMS = {
  decided: 'SELECT * FROM batch WHERE seq > (SELECT decisions_from FROM cursor)',
  decision_hours: HOURS,
  coded: CODED,
  decision_code_hours: CODES,
} as const;
