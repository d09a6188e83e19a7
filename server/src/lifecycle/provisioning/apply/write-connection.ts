// SPDX-License-Identifier: Apache-2.0
/** Writes the sign-in by the directory. Its rules depend on the people of the file, so that it comes after them. */
import { applyFileTokens } from '../../../organization/scim/index.ts';
import { applyConnection } from '../../../organization/sso/index.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import type { Vault } from '../../../platform/vault/index.ts';
import type { Transaction } from '../../../storage/db/index.ts';
import type { Change } from '../../../storage/heads/index.ts';
import { ProvisioningError } from '../faults.ts';
import type { OrganizationPlan } from './organization.ts';
import type { Split } from './split.ts';

interface Writing {
  vault: Vault;
  organizationId: string;
  split: Split;
  plan: OrganizationPlan;
  fileName: string;
}

/** The connection, and tokens of the directory. @throws ProvisioningError at the place of either */
export async function writeConnection(transaction: Transaction, writing: Writing): Promise<Change[]> {
  const { vault, organizationId, split, plan, fileName } = writing;
  const { sso, scimTokens, place } = split.applied;
  const applied = async (field: 'scimTokens' | 'sso', work: () => Promise<Change[]>): Promise<Change[]> => {
    const changes = await work().catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      const position = place.fields[field] ?? place.position;
      throw new ProvisioningError(fileName, [{ position, message: `${field}: ${error.message}` }]);
    });
    if (changes.length > 0 && !plan.isNew) plan.settingFields.push(field);
    return changes;
  };
  return [
    ...(sso === undefined
      ? []
      : await applied('sso', () => applyConnection(transaction, { organizationId, vault }, sso))),
    ...(scimTokens === undefined
      ? []
      : await applied('scimTokens', () => applyFileTokens(transaction, organizationId, scimTokens))),
  ];
}
