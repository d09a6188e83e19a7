// SPDX-License-Identifier: Apache-2.0
/**
 * Who holds a place. A stranger may make many organizations, and many accounts at one address. While they are on the
 * plan that costs nothing, all of these count as one holder. Every other organization is a holder by itself.
 */
import { LRUCache } from 'lru-cache';

export interface Holder {
  id: string;
  /** On the plan that costs nothing: a smaller share. */
  isFree: boolean;
}

/** The columns of an organization's row that say who its holder is. */
export interface HolderRow {
  organization_id: string;
  plan: string;
  holder: string | null;
}

/** Holders that a process remembers. A forgotten one is an organization by itself until it is read again. */
const KNOWN_MAX = 100_000;
const FREE_PLAN = 'DEVELOPER';

/** A process has one memory of them: places are asked without a wait. */
const KNOWN = new LRUCache<string, Holder>({ maxSize: KNOWN_MAX, sizeCalculation: () => 1 });

/** @param key an organization, or another word for what asks, such as an address: it holds by itself */
export function holderOf(key: string): Holder {
  return KNOWN.get(key) ?? { id: key, isFree: false };
}

/** Called with each row that is read anyway. */
export function noteHolder({ organization_id: id, plan, holder }: HolderRow): void {
  const isFree = plan === FREE_PLAN && holder !== null;
  KNOWN.set(id, isFree ? { id: holder, isFree } : { id, isFree: false });
}

export const isHolderKnown = (organizationId: string): boolean => KNOWN.has(organizationId);
