// SPDX-License-Identifier: Apache-2.0
/** Lets a visitor into the demo. */
import { DEMO_VISITS_PER_ADDRESS_AND_HOUR, DEMO_VISITS_PER_NETWORK_AND_HOUR, type SignedIn } from '@svc/contract';
import type pg from 'pg';
import { selectAccountById } from '../../people/accounts/index.ts';
import type { Client } from '../../people/activity/index.ts';
import { membershipsOf } from '../../people/memberships/index.ts';
import { startVisit, type VisitToken } from '../../people/sessions/index.ts';
import { limitedAddress, networkOf } from '../../platform/addresses/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { hitSharedWindow } from '../../storage/limits/index.ts';
import { selectDemos } from './rows.ts';

const VISITS = { name: 'demo-visits', hitsMax: DEMO_VISITS_PER_ADDRESS_AND_HOUR, windowSeconds: 3_600 };
/** One visit more than the demo has ends the oldest: one network is not to end those of all others. */
const NETWORK_VISITS = {
  name: 'demo-visits of a network',
  hitsMax: DEMO_VISITS_PER_NETWORK_AND_HOUR,
  windowSeconds: 3_600,
};
const BEING_MADE = {
  message: 'The demo is being made anew, which takes a minute; enter it again then.',
  retryAfterSeconds: 15,
};

/** @throws ApiError 404 without a demo, 503 while it is being made, 429 for one address or network */
export async function enterDemo(
  pool: pg.Pool,
  isOn: boolean,
  client: Client,
  nowMs: number,
): Promise<{ signedIn: SignedIn; token: VisitToken }> {
  if (!isOn) throw new ApiError('not_found', { message: 'This deployment has no demo.' });
  await hitSharedWindow(pool, VISITS, limitedAddress(client.address));
  await hitSharedWindow(pool, NETWORK_VISITS, networkOf(client.address) ?? client.address);
  const [demo] = await inTransaction(pool, [], selectDemos);
  if (demo === undefined || demo.openedAt === null) throw new ApiError('unavailable', BEING_MADE);
  const { organizationId, visitorId } = demo;
  const [organization] = await membershipsOf(pool, visitorId);
  return await inTransaction(pool, [], async (transaction) => {
    const account = await selectAccountById(transaction, visitorId);
    // It was ended between the two reads.
    if (account === null || organization?.id !== organizationId) throw new ApiError('unavailable', BEING_MADE);
    const token = await startVisit(transaction, { accountId: visitorId, organizationId, client, nowMs });
    const { id, email, name } = account;
    return { signedIn: { user: { id, email, name }, organization }, token };
  });
}
