// SPDX-License-Identifier: Apache-2.0
/** The generation of an organization's rules. */
import type { Transaction } from '../db/index.ts';

/** @returns undefined when the organization is gone */
export async function selectGeneration(transaction: Transaction, organizationId: string): Promise<number | undefined> {
  const [head] = await transaction.query<{ generation: number }>(SELECT_GENERATION, [organizationId]);
  return head?.generation;
}

const SELECT_GENERATION = `SELECT generation FROM svc.organization_heads WHERE organization_id = $1`;
