/** The person as the routes of `/me` answer. */
import type { Me } from '@svc/contract';
import { readMe } from '../../../people/index.ts';
import type { Person } from '../../../sessions/index.ts';
import type { AppRouteDeps } from '../deps.ts';

/** The position is read first: whatever is committed after it is news. */
export async function meOf({ pool, streams }: AppRouteDeps, person: Person): Promise<Me> {
  const newsFrom = await streams.position(person.organization.id);
  return { ...(await readMe(pool, person)), newsFrom };
}
