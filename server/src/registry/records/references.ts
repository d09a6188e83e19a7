// SPDX-License-Identifier: Apache-2.0
/** Finds the records that another record names. */

import { fieldFault } from '@svc/contract';
import { invalid } from '../../platform/errors/index.ts';
import type { Transaction } from '../../storage/db/index.ts';

/** The records that another may refer to, by the field that does. */
export type ReferenceTo = 'agent' | 'resource' | 'integration';

const TABLES: Record<ReferenceTo, string> = {
  agent: 'svc.agents',
  resource: 'svc.resources',
  integration: 'svc.integrations',
};

/**
 * The id of a record of the organization.
 * @param nameOrId names never look like ids
 * @param field the field of the reference
 * @throws ApiError 400 when there is none
 */
export async function referenceTo(
  transaction: Transaction,
  organizationId: string,
  to: ReferenceTo,
  nameOrId: string,
  field: string = to,
): Promise<string> {
  const [row] = await transaction.query<{ id: string }>(SELECTS[to], [organizationId, nameOrId]);
  if (row === undefined) throw invalid(field, fieldFault('NO_SUCH_RECORD', { noun: to }));
  return row.id;
}

const select = (table: string) =>
  `SELECT id FROM ${table} WHERE organization_id = $1 AND (name = $2 OR id::text = lower($2))
   ORDER BY name = $2 DESC LIMIT 1`;

const SELECTS: Record<ReferenceTo, string> = {
  agent: select(TABLES.agent),
  resource: select(TABLES.resource),
  integration: select(TABLES.integration),
};

/** The rows whose column refers to the record of a name or an id. @param column the id, or null */
export function referenceIn(to: ReferenceTo, column: string): (place: string) => string {
  return (place) => `(
    ${column}::text = lower(${place})
    OR ${column} = (SELECT id FROM ${TABLES[to]} WHERE organization_id = $1 AND name = ${place})
  )`;
}
