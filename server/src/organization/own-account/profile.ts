// SPDX-License-Identifier: Apache-2.0
/** The person as the app shows them to themselves. */

import { type AccountNeed, type Me, type MeChange, NOTIFICATIONS } from '@svc/contract';
import type pg from 'pg';
import { type Profile, selectProfile, updateProfile } from '../../people/accounts/index.ts';
import { type Client, noteActivity } from '../../people/activity/index.ts';
import { refuseDirectory } from '../../people/entry/index.ts';
import { selectFactors } from '../../people/factors/index.ts';
import { enterable, membershipsOf } from '../../people/memberships/index.ts';
import type { Person } from '../../people/sessions/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { checkName } from './names.ts';

/** Everything but the position of the news, which the streams know, and whether there is mail. */
export async function readMe(pool: pg.Pool, person: Person): Promise<Omit<Me, 'newsFrom' | 'mail'>> {
  const { user, organization, needsFactor, isDirectory, isDemo } = person;
  const memberships = isDirectory
    ? await enterable(pool, { accountId: user.id, directoryOf: organization.id })
    : await membershipsOf(pool, user.id);
  const owned = memberships.filter(({ role, needsDirectory }) => role === 'OWNER' && (isDirectory || !needsDirectory));
  const ownedIds = owned.map(({ id }) => id);
  const listed = memberships.map((one) => ({ ...one, needsDirectory: !isDirectory && one.needsDirectory }));
  const { profile, mfa, unconfirmed } = await inTransaction(pool, ownedIds, async (transaction) => ({
    profile: await selectProfile(transaction, user.id),
    mfa: await selectFactors(transaction, user.id),
    unconfirmed: await transaction.query(SELECT_UNCONFIRMED, [ownedIds]),
  }));
  return {
    user: { id: user.id, email: profile.email, name: profile.name },
    organization,
    memberships: listed,
    demo: isDemo,
    directory: isDirectory,
    verified: profile.verifiedAt !== null,
    pendingEmail: isDirectory ? null : profile.pendingEmail,
    language: profile.language,
    notifications: notificationsOf(profile),
    mfa,
    needs: needsOf(profile, needsFactor, unconfirmed.length > 0),
  };
}

/** Organizations of the person whose access waits for their answer. */
const SELECT_UNCONFIRMED = `
  SELECT 1 FROM svc.organizations
  WHERE organization_id = ANY ($1::uuid[]) AND unconfirmed_since IS NOT NULL LIMIT 1`;

function needsOf({ verifiedAt }: Profile, needsFactor: boolean, needsAnswer: boolean): AccountNeed[] {
  return [
    ...(verifiedAt === null ? (['EMAIL_VERIFICATION'] as const) : []),
    ...(needsFactor ? (['MFA_SETUP'] as const) : []),
    ...(needsAnswer ? (['ACCESS_ANSWER'] as const) : []),
  ];
}

/** A switch that was never turned is on. */
function notificationsOf({ notifications }: Profile): Me['notifications'] {
  const switches = NOTIFICATIONS.map((name) => [name, notifications[name] ?? true] as const);
  return Object.fromEntries(switches) as Me['notifications'];
}

/** @throws ApiError 400 for a bad name; 403 for a session of a directory whose person has other organizations too */
export async function updateMe(pool: pg.Pool, person: Person, change: MeChange, client: Client): Promise<void> {
  if (change.name !== undefined) checkName('name', change.name);
  const { id: accountId } = person.user;
  if (person.isDirectory && (await membershipsOf(pool, accountId)).length > 1) refuseDirectory(person);
  await inTransaction(pool, [], async (transaction) => {
    await updateProfile(transaction, accountId, change);
    await noteActivity(transaction, { accountId, kind: 'profile.changed', client, atMs: transaction.clock.nowMs() });
  });
}
