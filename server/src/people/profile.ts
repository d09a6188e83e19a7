/** The person as the app shows them to themselves. */
import { type AccountNeed, type Me, type MeChange, NOTIFICATIONS } from '@svc/contract';
import type pg from 'pg';
import {
  type Client,
  membershipsOf,
  noteActivity,
  type Profile,
  selectProfile,
  updateProfile,
} from '../accounts/index.ts';
import { inTransaction } from '../db/index.ts';
import { selectFactors } from '../factors/index.ts';
import type { Person } from '../sessions/index.ts';
import { checkName } from './names.ts';

/** Everything but the position of the news, which the streams know, and whether there is mail. */
export async function readMe(pool: pg.Pool, person: Person): Promise<Omit<Me, 'newsFrom' | 'mail'>> {
  const { user, organization, needsFactor, isDemo } = person;
  const { profile, mfa } = await inTransaction(pool, [], async (transaction) => ({
    profile: await selectProfile(transaction, user.id),
    mfa: await selectFactors(transaction, user.id),
  }));
  return {
    user: { id: user.id, email: profile.email, name: profile.name },
    organization,
    memberships: await membershipsOf(pool, user.id),
    demo: isDemo,
    verified: profile.verifiedAt !== null,
    pendingEmail: profile.pendingEmail,
    language: profile.language,
    notifications: notificationsOf(profile),
    mfa,
    needs: needsOf(profile, needsFactor),
  };
}

function needsOf({ verifiedAt }: Profile, needsFactor: boolean): AccountNeed[] {
  return [
    ...(verifiedAt === null ? (['EMAIL_VERIFICATION'] as const) : []),
    ...(needsFactor ? (['MFA_SETUP'] as const) : []),
  ];
}

/** A switch that was never turned is on. */
function notificationsOf({ notifications }: Profile): Me['notifications'] {
  const switches = NOTIFICATIONS.map((name) => [name, notifications[name] ?? true] as const);
  return Object.fromEntries(switches) as Me['notifications'];
}

/** @throws ApiError 400 for a bad name */
export async function updateMe(pool: pg.Pool, person: Person, change: MeChange, client: Client): Promise<void> {
  if (change.name !== undefined) checkName('name', change.name);
  const { id: accountId } = person.user;
  await inTransaction(pool, [], async (transaction) => {
    await updateProfile(transaction, accountId, change);
    await noteActivity(transaction, { accountId, kind: 'profile.changed', client, atMs: transaction.clock.nowMs() });
  });
}
