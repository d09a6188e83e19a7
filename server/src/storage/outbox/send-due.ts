// SPDX-License-Identifier: Apache-2.0
/**
 * Sends the due work of an outbox. Each piece of work has a place of its organization. A place that becomes free is
 * filled at once: one slow receiver never holds a batch. Work that finds no place stays due.
 */
import type pg from 'pg';
import type { Place, Places } from '../../platform/shares/index.ts';
import { learnHolders } from '../limits/index.ts';

/** The lane of work that belongs to none. */
export const NO_ORGANIZATION = '';

/** While work is under way, others may come to be due. */
const LOOK_EVERY_MS = 500;

/** An organization with due work. */
export interface DueLane {
  organizationId: string;
  /** Rows that are due, up to a bound. */
  count: number;
}

interface Sending<Claim extends { organizationId: string | null }> {
  pool: pg.Pool;
  places: Places;
  /** The organizations with due work, those that have waited for longest first. */
  dueLanes(): Promise<readonly DueLane[]>;
  /** @param placesOf how many rows to claim of each organization, at most */
  claim(placesOf: ReadonlyMap<string, number>): Promise<readonly Claim[]>;
  /** It never rejects. @returns false to begin nothing more in this run */
  attempt(claim: Claim): Promise<boolean>;
}

/** Ends when nothing is due and nothing is under way. After the signal it begins nothing more. */
export async function sendDue<Claim extends { organizationId: string | null }>(
  sending: Sending<Claim>,
  signal: AbortSignal,
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  let goesOn = true;
  const begin = (claim: Claim, place: Place): void => {
    const attempt = sending.attempt(claim).then((mayGoOn) => {
      goesOn &&= mayGoOn;
      sending.places.leave(place);
      underWay.delete(attempt);
    });
    underWay.add(attempt);
  };
  try {
    while (goesOn && !signal.aborted) {
      const begun = await fill(sending, begin);
      if (begun === 0 && underWay.size === 0) return;
      if (begun === 0) await firstEndOrLook(sending.pool, underWay);
    }
  } finally {
    // Also after a fault: a stop waits for what was begun.
    await Promise.all(underWay);
  }
}

/** @returns how many attempts were begun */
async function fill<Claim extends { organizationId: string | null }>(
  { pool, places, dueLanes, claim }: Sending<Claim>,
  begin: (claim: Claim, place: Place) => void,
): Promise<number> {
  const lanes = await dueLanes();
  const organizationIds = lanes.map(({ organizationId }) => organizationId).filter((id) => id !== NO_ORGANIZATION);
  await learnHolders(pool, organizationIds);
  const held = takePlaces(places, lanes);
  if (held.size === 0) return 0;
  let begun = 0;
  try {
    const claims = await claim(new Map([...held].map(([organizationId, own]) => [organizationId, own.length])));
    for (const one of claims) {
      const place = held.get(one.organizationId ?? NO_ORGANIZATION)?.pop();
      if (place === undefined) throw new Error('more was claimed than there are places');
      begin(one, place);
      begun += 1;
    }
  } finally {
    // Another process was first: nothing was done in these places.
    for (const place of [...held.values()].flat()) places.leave(place, false);
  }
  return begun;
}

/** One place for each organization in turn, until there are no more. */
function takePlaces(places: Places, lanes: readonly DueLane[]): Map<string, Place[]> {
  const held = new Map<string, Place[]>();
  let open = [...lanes];
  while (open.length > 0) {
    open = open.filter(({ organizationId, count }) => {
      const own = held.get(organizationId) ?? [];
      const place = own.length < count ? places.enter(organizationId) : null;
      if (place === null) return false;
      held.set(organizationId, [...own, place]);
      return true;
    });
  }
  return held;
}

async function firstEndOrLook(pool: pg.Pool, underWay: ReadonlySet<Promise<void>>): Promise<void> {
  let endWait = () => {};
  const look = new Promise<void>((resolve) => {
    endWait = pool.clock.after(LOOK_EVERY_MS, resolve);
  });
  await Promise.race([...underWay, look]);
  endWait();
}
