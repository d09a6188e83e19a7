// SPDX-License-Identifier: Apache-2.0
/** Changes the settings and the name of an organization, as its owners and admins do in the app. */
import { isDeepStrictEqual } from 'node:util';
import { fieldFault, type Organization, type OrganizationChange, type Role } from '@svc/contract';
import { approvalsOf } from '@svc/core/approvals';
import { isTimeZone } from '@svc/core/local-time';
import type pg from 'pg';
import { type AddressReach, readWebAddress } from '../../outgoing/egress/index.ts';
import { checkBreakGlass } from '../../people/entry/index.ts';
import { selectFactors } from '../../people/factors/index.ts';
import { type Changer, changeAsAdmin } from '../../people/memberships/index.ts';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import { checkReachable, lineFault } from '../../registry/names/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import type { Change } from '../../storage/heads/index.ts';
import { readOrganization, selectOrganization } from './read-organization.ts';
import { type Settings, selectSettings, settingChanges, settingFaults, settingsOf, writeSettings } from './settings.ts';

/**
 * Omitted fields keep their value. The next decision of every process is made under the new settings.
 * @param changer `isRecent` when the person has signed in or confirmed a moment ago, `isSecond` when they accept what
 * another one has asked for
 * @throws ApiError 400 for a value that does not exist, or does not go together with another.
 * It is 409 for `requireMfa` by a person without a second factor, or over break-glass owners without one.
 * It is 401 for its end without a recent sign-in.
 */
export async function changeSettings(
  { pool, reach }: { pool: pg.Pool; reach: AddressReach },
  { isRecent, isSecond = false, ...changer }: Changer & { isRecent: boolean; isSecond?: boolean },
  change: OrganizationChange,
  gate: SettingsGate,
): Promise<Organization> {
  const { name, reviewDefaults, ...fields } = checked(change);
  const given = { ...fields, ...(reviewDefaults !== undefined && { reviewDefaults: approvalsOf(reviewDefaults) }) };
  const { organizationId: id } = changer;
  const refusal = await changeAsAdmin(pool, changer, async (transaction, nowMs, role) => {
    const stored = await selectSettings(transaction, id);
    if (stored === undefined) throw new Error('a member of an organization that is not there');
    const settings = settingsOf(given, stored);
    // The count of agents matters for a changed plan alone, and a plan is not changed here.
    const [fault] = settingFaults(stored, settings, 0);
    if (fault !== undefined) throw invalid(fault.fields[0] ?? 'body', fault.message);
    if (settings.requireMfa && !stored.requireMfa) await checkOwnFactor(transaction, changer.accountId);
    // Less protection for everybody weighs as much as for oneself.
    if (stored.requireMfa && !settings.requireMfa && !isRecent) throw new ApiError('reauthentication_required');
    const isOtherApproval =
      !isDeepStrictEqual(settings.reviewDefaults, stored.reviewDefaults) ||
      settings.approvalValidMinutes !== stored.approvalValidMinutes ||
      settings.grantHoursMax !== stored.grantHoursMax ||
      settings.outcomeMinutes !== stored.outcomeMinutes;
    if (isOtherApproval && !isRecent && !isSecond) throw new ApiError('reauthentication_required');
    if (settings.loosenNeedsTwo !== stored.loosenNeedsTwo && !isSecond) {
      await checkSwitch(transaction, { ...changer, role, isRecent }, settings.loosenNeedsTwo);
    }
    const before = await selectOrganization(transaction, id);
    const { checkpointUrl } = settings;
    if (checkpointUrl !== null && checkpointUrl !== stored.checkpointUrl) {
      await checkReachable({ transaction, organizationId: id }, reach, 'checkpointUrl', checkpointUrl);
    }
    const changes = settingChanges(id, { ...stored, name: before.name }, { ...settings, name: name ?? before.name });
    const changed = changedOf(change, { ...stored, name: before.name }, settings);
    const gated = await gate(transaction, { changer, stored, settings, change: changed });
    if (gated.refusal !== null) return { result: gated.refusal, changes: gated.changes };
    if (changes.length > 0) await writeSettings(transaction, { id, name: before.name }, settings, nowMs);
    if (name !== undefined) await writeName(transaction, id, name);
    if (settings.requireMfa && !stored.requireMfa) await checkBreakGlass(transaction, id);
    return { result: null, changes: [...changes, ...gated.changes] };
  });
  if (refusal !== null) throw refusal;
  return await readOrganization(pool, id);
}

/**
 * Holds back a change that lets more through, where the organization asks for a second person. It runs under the head's
 * lock, and gets the fields that change.
 */
export type SettingsGate = (
  transaction: Transaction,
  asked: { changer: Changer; stored: Settings; settings: Settings; change: OrganizationChange },
) => Promise<{ refusal: ApiError | null; changes: Change[] }>;

/** A form sends every field. One that stays must not come back when the change is made later. */
function changedOf(
  change: OrganizationChange,
  before: Settings & { name: string },
  after: Settings,
): OrganizationChange {
  const now = { ...after, name: change.name ?? before.name };
  return Object.fromEntries(
    Object.entries(change).filter(
      ([field]) => !isDeepStrictEqual(now[field as keyof Settings], before[field as keyof Settings]),
    ),
  );
}

interface Switching extends Changer {
  role: Role;
  isRecent: boolean;
}

/** @throws ApiError 401 and 403; 400 where there is no second person */
async function checkSwitch(transaction: Transaction, by: Switching, isOn: boolean): Promise<void> {
  if (by.role !== 'OWNER') throw new ApiError('forbidden', { message: 'Only an owner changes loosenNeedsTwo.' });
  if (!by.isRecent) throw new ApiError('reauthentication_required');
  if (!isOn) return;
  const [row] = await transaction.query<{ others: number }>(SELECT_OTHERS, [by.organizationId, by.accountId]);
  if ((row?.others ?? 0) > 0) return;
  throw invalid('loosenNeedsTwo', 'needs another owner or admin, who could accept: invite one first');
}

const SELECT_OTHERS = `
  SELECT count(*)::int AS others FROM svc.memberships
  WHERE organization_id = $1 AND account_id <> $2 AND role IN ('OWNER', 'ADMIN')`;

/** @throws ApiError 400 */
function checked(change: OrganizationChange): OrganizationChange {
  const { name, timeZone, checkpointUrl } = change;
  const nameFault = name === undefined ? null : lineFault(name);
  if (nameFault !== null) throw invalid('name', nameFault);
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    throw invalid('timeZone', fieldFault('NOT_A_TIME_ZONE'));
  }
  if (checkpointUrl === undefined || checkpointUrl === null) return change;
  const { href, fault } = readWebAddress(checkpointUrl);
  if (href === undefined) throw invalid('checkpointUrl', fault);
  return { ...change, checkpointUrl: href };
}

/** Without a factor of their own, the caller would see nothing but its set-up from the next call on. */
async function checkOwnFactor(transaction: Transaction, accountId: string): Promise<void> {
  const { totp, passkeys } = await selectFactors(transaction, accountId);
  if (totp || passkeys > 0) return;
  throw new ApiError('conflict', {
    message: 'Set up a second factor of your own first, under Account, Security: you would lock yourself out.',
  });
}

/** The name that people see. Provisioning goes on finding the organization by the name in its file. */
async function writeName(transaction: Transaction, organizationId: string, name: string): Promise<void> {
  await transaction.query(`UPDATE svc.organizations SET name = $2 WHERE organization_id = $1`, [organizationId, name]);
}
