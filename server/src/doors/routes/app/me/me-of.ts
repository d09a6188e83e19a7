// SPDX-License-Identifier: Apache-2.0
/** The person as the routes of `/me` answer. */
import type { Me } from '@svc/contract';
import { readMe } from '../../../../organization/own-account/index.ts';
import type { Person } from '../../../../people/sessions/index.ts';
import type { AppRouteDeps } from '../deps.ts';

/** The position is read first: whatever is committed after it is news. */
export async function meOf({ pool, streams, hasMail }: AppRouteDeps, person: Person): Promise<Me> {
  const newsFrom = await streams.position(person.organization.id);
  const { needs, ...me } = await readMe(pool, person);
  // Without mail nothing can prove an address: the step falls away.
  const open = hasMail ? needs : needs.filter((need) => need !== 'EMAIL_VERIFICATION');
  return { ...me, needs: open, mail: hasMail, newsFrom };
}
