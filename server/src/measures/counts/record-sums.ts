// SPDX-License-Identifier: Apache-2.0
/** Figures beside registered records: their days, what an agent does with a resource, and when each was last used. */
import { ACTIVITY_DAYS } from '@svc/contract';

const DAY = `(created_at AT TIME ZONE 'UTC')::date`;
/** @param now an SQL expression */
export const daysKeptFrom = (now: string): string =>
  `(${now}::timestamptz AT TIME ZONE 'UTC')::date - ${ACTIVITY_DAYS}`;

const daysOf = (kind: string, id: string) => `
    SELECT sandbox, '${kind}' AS kind, ${id} AS record_id, ${DAY} AS day, count(*) AS asked,
      count(*) FILTER (WHERE decision = 'REVIEW') AS reviewed, count(*) FILTER (WHERE decision = 'BLOCK') AS blocked,
      max(risk_score) AS risk_max
    FROM used WHERE ${DAY} >= ${daysKeptFrom('$5')} GROUP BY sandbox, ${id}, ${DAY}`;

const DAYS = `
    INSERT INTO svc.figure_days AS f
      (organization_id, sandbox, kind, record_id, day, asked, reviewed, blocked, risk_max)
    SELECT $1, d.* FROM (${daysOf('AGENT', 'agent_id')} UNION ALL ${daysOf('RESOURCE', 'resource_id')}) AS d
    ON CONFLICT (organization_id, sandbox, kind, record_id, day) DO UPDATE SET
      asked = f.asked + excluded.asked, reviewed = f.reviewed + excluded.reviewed,
      blocked = f.blocked + excluded.blocked, risk_max = GREATEST(f.risk_max, excluded.risk_max)`;

const USES = `
    INSERT INTO svc.figure_uses AS f (organization_id, sandbox, agent_id, resource_id, action, day, asked, stopped)
    SELECT $1, sandbox, agent_id, resource_id, action, ${DAY}, count(*), count(*) FILTER (WHERE decision <> 'ALLOW')
    FROM used WHERE ${DAY} >= ${daysKeptFrom('$5')} GROUP BY sandbox, agent_id, resource_id, action, ${DAY}
    ON CONFLICT (organization_id, sandbox, agent_id, resource_id, action, day) DO UPDATE SET
      asked = f.asked + excluded.asked, stopped = f.stopped + excluded.stopped`;

const lastsOf = (kind: string, id: string) => `
    SELECT DISTINCT ON (${id}, sandbox) '${kind}' AS kind, ${id} AS record_id, sandbox, created_at, seq, id, decision
    FROM used WHERE ${id} IS NOT NULL ORDER BY ${id}, sandbox, seq DESC`;

const LASTS = `
    INSERT INTO svc.figure_lasts (organization_id, kind, record_id, sandbox, at, seq, event_id, decision)
    SELECT $1, l.* FROM (
      (${lastsOf('AGENT', 'agent_id')}) UNION ALL (${lastsOf('RESOURCE', 'resource_id')})
      UNION ALL (${lastsOf('KEY', 'api_key_id')}) UNION ALL (${lastsOf('ROUTE', 'route_id')})
    ) AS l
    ON CONFLICT (organization_id, kind, record_id, sandbox) DO UPDATE SET
      at = excluded.at, seq = excluded.seq, event_id = excluded.event_id, decision = excluded.decision`;

/** Parts of the statement that counts a batch, in order: each reads `batch` or an earlier part. */
export const RECORD_SUMS = {
  used: `
    SELECT id, seq, created_at, sandbox, api_key_id, agent_id, resource_id, route_id, action, decision, risk_score
    FROM batch WHERE seq > (SELECT records_from FROM cursor)`,
  figure_days: DAYS,
  figure_uses: USES,
  figure_lasts: LASTS,
} as const;
