// SPDX-License-Identifier: Apache-2.0
/** Limits the mails that strangers can cause for an address. */
import {
  INVITATION_MAILS_PER_HOUR,
  INVITATION_MAILS_PER_PERSON_AND_DAY,
  INVITATION_MAILS_PER_PERSON_AND_HOUR,
  STRANGERS_MAILS_PER_HOUR,
} from '@svc/contract';
import type pg from 'pg';
import { emailKeyOf } from '../../people/accounts/index.ts';
import type { Changer } from '../../people/memberships/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { hitSharedWindow } from '../../storage/limits/index.ts';

const HOUR_SECONDS = 3_600;
const TO_ADDRESS = { name: "strangers' mails", hitsMax: STRANGERS_MAILS_PER_HOUR, windowSeconds: HOUR_SECONDS };

/** False when the address has got enough of them. The caller of a route must not learn it. */
export async function mayMailStranger(pool: pg.Pool, email: string): Promise<boolean> {
  try {
    await hitSharedWindow(pool, TO_ADDRESS, emailKeyOf(email));
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'rate_limited') return false;
    throw error;
  }
}

const OF_ORGANIZATION = {
  name: 'invitation mails',
  hitsMax: INVITATION_MAILS_PER_HOUR,
  windowSeconds: HOUR_SECONDS,
};
/** A person may make many organizations, which send as one. */
const OF_PERSON_AND_HOUR = {
  name: 'invitation mails of a person',
  hitsMax: INVITATION_MAILS_PER_PERSON_AND_HOUR,
  windowSeconds: HOUR_SECONDS,
};
const OF_PERSON_AND_DAY = {
  name: 'invitation mails of a person and day',
  hitsMax: INVITATION_MAILS_PER_PERSON_AND_DAY,
  windowSeconds: 24 * HOUR_SECONDS,
};

/** Counts an invitation, or another link for one, before it is mailed. @throws ApiError 429 that says what is full */
export async function countInvitationMail(
  pool: pg.Pool,
  { organizationId, accountId }: Changer,
  email: string,
): Promise<void> {
  const hit = async (rule: typeof TO_ADDRESS, subject: string, who: string) => {
    await hitSharedWindow(pool, rule, subject).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'rate_limited') throw error;
      const message = `${who} enough mails for now; wait as long as \`Retry-After\` says.`;
      throw new ApiError('rate_limited', { message, retryAfterSeconds: error.retryAfterSeconds ?? HOUR_SECONDS });
    });
  };
  await hit(OF_ORGANIZATION, organizationId, 'This organization has sent');
  await hit(OF_PERSON_AND_HOUR, accountId, 'You have sent');
  await hit(OF_PERSON_AND_DAY, accountId, 'You have sent');
  await hit(TO_ADDRESS, emailKeyOf(email), 'This address has got');
}
