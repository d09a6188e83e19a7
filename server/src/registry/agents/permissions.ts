// SPDX-License-Identifier: Apache-2.0
/** The resources that a permission of an agent may name. */

import { fieldFault, POLICY_RESOURCES } from '@svc/contract';
import type { Permission, Resource } from '@svc/core/verdict';
import { invalid } from '../../platform/errors/index.ts';
import type { Transaction } from '../../storage/db/index.ts';

/** @param names of the existing resources */
export function isPermittedResource(resource: string, names: ReadonlySet<string>): boolean {
  return (POLICY_RESOURCES as readonly string[]).includes(resource) || names.has(resource);
}

/** @throws ApiError 400 for the first permission that names no resource of the organization */
export async function checkPermissions(
  transaction: Transaction,
  organizationId: string,
  permissions: readonly Permission[] | null | undefined,
): Promise<void> {
  if (permissions === null || permissions === undefined || permissions.length === 0) return;
  const names = new Set((await selectResourceClasses(transaction, organizationId)).keys());
  const index = permissions.findIndex(({ resource }) => !isPermittedResource(resource, names));
  if (index === -1) return;
  throw invalid(`permissions[${index}].resource`, fieldFault('NO_SUCH_RESOURCE'));
}

type Class = Pick<Resource, 'name' | 'classification'>;

/** Every resource of the organization with its class, by name. */
export async function selectResourceClasses(
  transaction: Transaction,
  organizationId: string,
): Promise<Map<string, Class>> {
  const rows = await transaction.query<Class & Record<string, unknown>>(SELECT_RESOURCES, [organizationId]);
  return new Map(rows.map((row) => [row.name, row]));
}

const SELECT_RESOURCES = `SELECT name, classification FROM svc.resources WHERE organization_id = $1`;
