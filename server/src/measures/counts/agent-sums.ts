// SPDX-License-Identifier: Apache-2.0
/**
 * Sums by which an agent is compared with its past, by hour and by five minutes. The first use of each action by an
 * agent is kept, and of each external destination by a resource. Sandbox events are left out.
 */

const HOURS = `
    INSERT INTO svc.agent_hours AS h (organization_id, agent_id, hour_at, events, records)
    SELECT $1, agent_id, date_bin('1 hour', created_at, '2000-01-01T00:00Z') AS at, count(*), sum(records)
    FROM acted WHERE created_at >= $6 GROUP BY agent_id, at
    ON CONFLICT (organization_id, agent_id, hour_at)
      DO UPDATE SET events = h.events + excluded.events, records = h.records + excluded.records`;

const SLICES = `
    INSERT INTO svc.agent_slices AS s (organization_id, agent_id, slice_at, events, records)
    SELECT $1, agent_id, date_bin('5 minutes', created_at, '2000-01-01T00:00Z') AS at, count(*), sum(records)
    FROM acted WHERE created_at >= $7 GROUP BY agent_id, at
    ON CONFLICT (organization_id, agent_id, slice_at)
      DO UPDATE SET events = s.events + excluded.events, records = s.records + excluded.records`;

/** First times stay, because the audit numbers ascend. */
const FIRST_ACTIONS = `
    INSERT INTO svc.agent_first_actions (organization_id, agent_id, action, first_at)
    SELECT DISTINCT ON (agent_id, action) $1, agent_id, action, created_at
    FROM acted ORDER BY agent_id, action, seq
    ON CONFLICT (organization_id, agent_id, action) DO NOTHING`;

/** Adds to the earlier uses, which it sees as they were before this batch. */
const COUNTED = `
    SELECT b.*,
      COALESCE(u.events, 0) + row_number() OVER (PARTITION BY b.resource_id ORDER BY b.seq) - 1 AS events_before
    FROM acted b LEFT JOIN svc.resource_uses u ON u.organization_id = $1 AND u.resource_id = b.resource_id`;

const FIRST_DESTINATIONS = `
    INSERT INTO svc.resource_first_destinations
      (organization_id, resource_id, destination, agent_id, first_at, events_before)
    SELECT DISTINCT ON (resource_id, destination) $1, resource_id, destination, agent_id, created_at, events_before
    FROM counted WHERE destination IN ('EXTERNAL_EMAIL', 'EXTERNAL_API') ORDER BY resource_id, destination, seq
    ON CONFLICT (organization_id, resource_id, destination) DO NOTHING`;

const USES = `
    INSERT INTO svc.resource_uses AS u (organization_id, resource_id, events)
    SELECT $1, resource_id, count(*) FROM acted GROUP BY resource_id
    ON CONFLICT (organization_id, resource_id) DO UPDATE SET events = u.events + excluded.events`;

/** Parts of the statement that counts a batch, in order: each reads `batch` or an earlier part. */
export const AGENT_SUMS = {
  acted: `
    SELECT seq, created_at, agent_id, resource_id, action, destination, records
    FROM batch WHERE NOT sandbox AND seq > (SELECT agents_from FROM cursor)`,
  agent_hours: HOURS,
  agent_slices: SLICES,
  agent_first_actions: FIRST_ACTIONS,
  counted: COUNTED,
  resource_first_destinations: FIRST_DESTINATIONS,
  resource_uses: USES,
} as const;
