// SPDX-License-Identifier: Apache-2.0
/** An organization that a sign-in makes for a person whose last one has ended, so that they reach their account. */
import type { PlanName } from '@svc/contract';
import type { MakeOrganization } from '../../people/sessions/index.ts';
import { uuidv7 } from '../../storage/db/index.ts';
import { createOrganization } from '../organizations/index.ts';
import { checkName } from './names.ts';

/** @returns null without a name @throws ApiError 400 for a bad name */
export function firstOrganization(
  name: string | undefined,
  { plan, nowMs }: { plan: PlanName; nowMs: number },
): MakeOrganization | null {
  if (name === undefined) return null;
  checkName('organizationName', name);
  return async (transaction, ownerId) => {
    const id = uuidv7(nowMs);
    await createOrganization(transaction, { id, name, ownerId, plan, nowMs });
    return { id, name, role: 'OWNER' };
  };
}
