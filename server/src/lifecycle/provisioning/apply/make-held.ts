// SPDX-License-Identifier: Apache-2.0
/** Makes the part of a file that waited for a second person, in their name. */
import { changePolicySet } from '../../../people/memberships/index.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import type { MakeFile } from '../../../rules/proposals/index.ts';
import type { HeldRequest } from './held.ts';
import { heldEntry } from './held-parts.ts';
import { looserRecords } from './looser.ts';
import { planOrganization, readStored, writeOrganization } from './organization.ts';

/** @throws ApiError 409 where it no longer goes together with what is stored, or lets other things through by now */
export const makeHeldFile: MakeFile = async ({ pool, vault }, changer, request) => {
  const { organizationId, accountId } = changer;
  const entry = heldEntry('', request as HeldRequest);
  const refusal = await changePolicySet(pool, changer, async (transaction, { nowMs, head }) => {
    const stored = await readStored(transaction, organizationId, entry, vault);
    const { faults, ...plan } = planOrganization(organizationId, entry, stored, nowMs);
    const [fault] = faults;
    if (fault !== undefined)
      throw new ApiError('conflict', { message: `It cannot be made any more: ${fault.message}.` });
    const accepted = await changer.accepted(transaction, looserRecords(stored, { ...plan, faults }));
    if (accepted.refusal !== null) return { result: accepted.refusal, changes: accepted.changes };
    const origin = { actor: { type: 'user', id: accountId }, nowMs, source: 'app', keyPrefix: null } as const;
    const version = head.policySetVersion;
    const written = await writeOrganization(transaction, { ...plan, faults }, stored, version, { vault, origin });
    return { result: null, changes: [...written.changes, ...accepted.changes] };
  });
  if (refusal !== null) throw refusal;
};
