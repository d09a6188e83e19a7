// SPDX-License-Identifier: Apache-2.0
/** The resources that a permission of an agent may name. */

import { POLICY_RESOURCES } from '@svc/contract';
import type { Permission } from '@svc/core/verdict';
import type { Transaction } from '../../db/index.ts';
import { invalid } from '../../errors/index.ts';

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
  const rows = await transaction.query<{ name: string }>(SELECT_RESOURCES, [organizationId]);
  const names = new Set(rows.map((row) => row.name));
  const index = permissions.findIndex(({ resource }) => !isPermittedResource(resource, names));
  if (index === -1) return;
  throw invalid(`permissions[${index}].resource`, 'must be ANY, a classification or the name of a resource');
}

const SELECT_RESOURCES = `SELECT name FROM svc.resources WHERE organization_id = $1`;
