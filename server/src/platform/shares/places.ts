// SPDX-License-Identifier: Apache-2.0
/**
 * Places that organizations share, and the line of what waits for one. No holder has more than its share. The last
 * places are kept for holders with nothing under way, and slow holders have a part of their own. In the line holders
 * rotate, and so do the organizations of one holder.
 */
import { type Holder, holderOf } from './holders.ts';
import { WaitingLine } from './waiting-line.ts';

export interface PlaceLimits {
  /** Places at the same time. */
  atOnceMax: number;
  /** The part of them that is kept for holders with nothing under way. */
  keptMax: number;
  /** Places of one holder; one on the free plan has half, rounded up. */
  perHolderMax: number;
  /** A holder whose last work took longer than `afterMs` is slow: all slow ones together have so many places. */
  slow?: { afterMs: number; atOnceMax: number };
  /** Jobs that wait for a place, and as many again with a reserved one; 0 where none waits. */
  waitingMax: number;
  /** Waiting jobs of one holder; one on the free plan has half, rounded up. */
  waitingPerHolderMax: number;
}

/** The bounds of what has one holder only, or bounds of its own for each. */
export function placesOfOne(atOnceMax: number, waitingMax = 0): PlaceLimits {
  return { atOnceMax, keptMax: 0, perHolderMax: atOnceMax, waitingMax, waitingPerHolderMax: waitingMax };
}

/** `all` and `holder`: too many wait, and the job is not in the line. `displaced` left the line for this job. */
export interface Pushed<Job> {
  place: 'waits' | 'all' | 'holder';
  displaced: Job | null;
}

export interface Place {
  readonly holder: Holder;
  readonly beganMs: number;
}

/** A slow holder counts as slow for this long after its last slow work. */
const SLOW_FOR_MS = 60_000;
/** Holders that are remembered as slow. */
const SLOW_MAX = 10_000;

export class Places<Job = never> {
  readonly #limits: PlaceLimits;
  readonly #nowMs: () => number;
  readonly #lines = { reserved: new WaitingLine<Job>(), usual: new WaitingLine<Job>() };
  readonly #placesOf = new Map<string, Set<Place>>();
  /** Moments until which holders count as slow, the oldest first. */
  readonly #slowUntilMs = new Map<string, number>();
  #underWay = 0;

  /** @param nowMs replaced by tests */
  constructor(limits: PlaceLimits, nowMs: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#nowMs = nowMs;
  }

  get underWay(): number {
    return this.#underWay;
  }

  get waiting(): number {
    return this.#lines.reserved.count + this.#lines.usual.count;
  }

  /** Whether something of the holder of this key waits. */
  waits(key: string): boolean {
    const holder = holderOf(key);
    return this.#lines.usual.countOf(holder) + this.#lines.reserved.countOf(holder) > 0;
  }

  /** @param key an organization, or another word for what asks @returns null where there is no place for it now */
  enter(key: string): Place | null {
    const holder = holderOf(key);
    return this.#mayEnter(holder) ? this.#take(holder) : null;
  }

  /** Whether `enter` would find a place now. */
  hasRoom(key: string): boolean {
    return this.#mayEnter(holderOf(key));
  }

  /** @param hasWorked false where nothing was done in the place: that tells nothing of how slow the holder is */
  leave(place: Place, hasWorked = true): void {
    const { id } = place.holder;
    const places = this.#placesOf.get(id);
    if (places?.delete(place) !== true) return;
    if (places.size === 0) this.#placesOf.delete(id);
    this.#underWay -= 1;
    for (const line of Object.values(this.#lines)) line.defer(place.holder);
    const { slow } = this.#limits;
    if (slow === undefined || !hasWorked) return;
    this.#slowUntilMs.delete(id);
    const nowMs = this.#nowMs();
    if (nowMs - place.beganMs <= slow.afterMs) return;
    this.#slowUntilMs.set(id, nowMs + SLOW_FOR_MS);
    const [oldest] = this.#slowUntilMs.keys();
    if (this.#slowUntilMs.size > SLOW_MAX && oldest !== undefined) this.#slowUntilMs.delete(oldest);
  }

  /** @param isReserved it waits in a line of its own, which comes first and which no crowd of others fills */
  push(key: string, job: Job, isReserved = false): Pushed<Job> {
    const holder = holderOf(key);
    const line = isReserved ? this.#lines.reserved : this.#lines.usual;
    const own = line.countOf(holder);
    if (own >= shareOf(this.#limits.waitingPerHolderMax, holder)) return { place: 'holder', displaced: null };
    let displaced: Job | null = null;
    if (line.count >= this.#limits.waitingMax) {
      displaced = line.displace(own + 1);
      if (displaced === null) return { place: 'all', displaced };
    }
    line.push(holder, key, job);
    return { place: 'waits', displaced };
  }

  /** The next job that may begin, with its place. Undefined when there is none. */
  shift(): { place: Place; job: Job } | undefined {
    if (this.#underWay >= this.#limits.atOnceMax) return undefined;
    for (const line of [this.#lines.reserved, this.#lines.usual]) {
      const next =
        line.take((holder) => !this.#placesOf.has(holder.id) && this.#mayEnter(holder)) ??
        line.take((holder) => this.#mayEnter(holder));
      if (next !== undefined) return { place: this.#take(next.holder), job: next.job };
    }
    return undefined;
  }

  /** Takes a job out that waits. @returns whether it waited */
  remove(key: string, job: Job): boolean {
    const holder = holderOf(key);
    return this.#lines.usual.remove(holder, key, job) || this.#lines.reserved.remove(holder, key, job);
  }

  /** Takes every waiting job out. */
  clear(): Job[] {
    return [...this.#lines.reserved.clear(), ...this.#lines.usual.clear()];
  }

  #take(holder: Holder): Place {
    const place = { holder, beganMs: this.#limits.slow === undefined ? 0 : this.#nowMs() };
    const places = this.#placesOf.get(holder.id) ?? new Set();
    this.#placesOf.set(holder.id, places.add(place));
    this.#underWay += 1;
    return place;
  }

  #mayEnter(holder: Holder): boolean {
    const { atOnceMax, keptMax, perHolderMax, slow } = this.#limits;
    const own = this.#placesOf.get(holder.id)?.size ?? 0;
    if (this.#underWay >= (own === 0 ? atOnceMax : atOnceMax - keptMax)) return false;
    if (own >= shareOf(perHolderMax, holder)) return false;
    return slow === undefined || !this.#isSlow(holder.id) || this.#slowPlaces() < slow.atOnceMax;
  }

  #isSlow(id: string): boolean {
    const nowMs = this.#nowMs();
    const untilMs = this.#slowUntilMs.get(id);
    if (untilMs !== undefined && untilMs > nowMs) return true;
    const [oldest] = this.#placesOf.get(id) ?? [];
    return oldest !== undefined && nowMs - oldest.beganMs > (this.#limits.slow?.afterMs ?? Number.POSITIVE_INFINITY);
  }

  #slowPlaces(): number {
    let count = 0;
    for (const [id, places] of this.#placesOf) if (this.#isSlow(id)) count += places.size;
    return count;
  }
}

function shareOf(max: number, { isFree }: Holder): number {
  return isFree ? Math.ceil(max / 2) : max;
}
