// SPDX-License-Identifier: Apache-2.0
/** The ways out of one stored event, for people: under the rules of now, from its stored facts. */
import type { EventWaysOut } from '@svc/contract';
import type { WitnessInput } from '@svc/core/analysis';
import type pg from 'pg';
import type { OrganizationSnapshot } from '../../organization/organizations/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { type Proofs, waysOutOf } from '../../rules/proofs/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { type EventItemRow, ITEM_COLUMNS, ITEM_JOINS } from './event-item.ts';
import { factsOf } from './explain-event.ts';

/** @throws ApiError 404 when the organization has no such event; 429 and 503 when too many proofs wait */
export async function waysOutOfEvent(
  deps: { pool: pg.Pool; proofThreads: Proofs },
  snapshot: OrganizationSnapshot,
  eventId: string,
  nowMs: number,
): Promise<EventWaysOut> {
  const { organizationId, policySetVersion } = snapshot;
  const [row] = await inTransaction(deps.pool, [organizationId], (transaction) =>
    transaction.query<EventItemRow & Record<string, unknown>>(SELECT_EVENT, [organizationId, eventId]),
  );
  if (row === undefined) throw new ApiError('not_found', { message: 'There is no such event.' });
  const event = row.decision === 'ALLOW' ? null : eventOf(snapshot, row);
  // An agent or resource that is gone cannot act again, whatever it would change.
  if (event === null) return { policySetVersion, allowedNow: false, complete: true, ways: [] };
  return { policySetVersion, ...(await waysOutOf(deps.proofThreads, snapshot, event, nowMs)) };
}

const SELECT_EVENT = `
  SELECT ${ITEM_COLUMNS}
  FROM svc.events e
    LEFT JOIN svc.reviews r ON r.organization_id = e.organization_id AND r.event_id = e.id
    ${ITEM_JOINS}
  WHERE e.organization_id = $1 AND e.id = $2`;

/** The event as it would be asked again: by its agent and resource as they are now. */
function eventOf({ agentsById, resourcesById }: OrganizationSnapshot, row: EventItemRow): WitnessInput | null {
  const [agent, resource] = [agentsById.get(row.agent_id), resourcesById.get(row.resource_id)];
  if (agent === undefined || resource === undefined) return null;
  const { action, destination, dlpTypes, outsideBusinessHours, recordsAffected } = factsOf(row);
  const { id, name, status, permissions, hasOpenAnomaly } = agent;
  return {
    agent: { id, name, status, permissions },
    resource,
    action,
    destination,
    recordsAffected,
    findings: dlpTypes,
    outsideBusinessHours,
    hasOpenAnomaly,
  };
}
