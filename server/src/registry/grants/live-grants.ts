// SPDX-License-Identifier: Apache-2.0
/** The grants that decisions are made by. */
import type { Destination, DlpType, EventAction } from '@svc/contract';
import type { GrantedCall, GrantRule } from '@svc/core/grants';
import type { Transaction } from '../../storage/db/index.ts';

/** Those that nothing has ended. The time of one may be over: each decision compares its own moment. */
export async function selectLiveGrants(transaction: Transaction, organizationId: string): Promise<GrantRule[]> {
  const rows = await transaction.query<LiveGrantRow>(SELECT_LIVE, [organizationId]);
  return rows.map((row) => ({
    id: row.id,
    agentId: row.agent_id,
    action: row.action,
    resourceId: row.resource_id,
    destination: row.destination,
    call: row.gateway,
    dlpTypes: row.dlp_types,
    recordsAffectedMax: row.records_max,
    policyId: row.policy_id,
    untilMs: row.until.getTime(),
    usesMax: row.uses_max,
  }));
}

interface LiveGrantRow {
  [column: string]: unknown;
  id: string;
  agent_id: string;
  action: EventAction;
  resource_id: string;
  destination: Destination | null;
  gateway: GrantedCall | null;
  dlp_types: DlpType[];
  records_max: number;
  policy_id: string | null;
  until: Date;
  uses_max: number | null;
}

/** By the index of live ones: ended ones stay for those who look back. */
const SELECT_LIVE = `
  SELECT id, agent_id, action, resource_id, destination, gateway, dlp_types, records_max, policy_id, until, uses_max
  FROM svc.grants WHERE organization_id = $1 AND ended_at IS NULL`;
