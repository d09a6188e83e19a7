// SPDX-License-Identifier: Apache-2.0
/** How long organizations keep their events. */
import { limitsOfRow, type PlanRow, retentionStart } from '../../registry/plans/index.ts';
import type { Transaction } from '../../storage/db/index.ts';

export interface Term {
  organizationId: string;
  /** Events made before this moment are past their retention. */
  before: Date;
}

interface OrganizationRow extends PlanRow {
  [column: string]: unknown;
  organization_id: string;
}

/** Those with a retention. The others keep everything. */
export async function selectTerms(
  transaction: Transaction,
  organizationIds: readonly string[],
  nowMs: number,
): Promise<Term[]> {
  const rows = await transaction.query<OrganizationRow>(SELECT_PLANS, [organizationIds]);
  return rows.flatMap((row) => {
    const before = retentionStart(limitsOfRow(row), nowMs);
    return before === null ? [] : [{ organizationId: row.organization_id, before }];
  });
}

const SELECT_PLANS = `
  SELECT organization_id, plan, agents_max, events_per_month, retention_days FROM svc.organizations
  WHERE organization_id = ANY ($1::uuid[])
  ORDER BY organization_id`;
