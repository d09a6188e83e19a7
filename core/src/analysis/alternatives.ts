// SPDX-License-Identifier: Apache-2.0
/**
 * Ways out as a caller may read them: bounds of one number, the inside, business hours and categories of data. They
 * name no agent, resource or policy: a caller that asks again and again learns thresholds, and no map of the house.
 */
import type { LgpdCategory, PolicyCondition } from '@svc/contract';
import { categoriesOfTypes } from '../risk/index.ts';
import { changed, QUESTIONS_MAX, type WayOut, waysOut } from './ways-out.ts';
import type { WitnessInput } from './witness.ts';

/** A change after which the same action would be allowed. A field that is not there stays as it is. */
export interface Alternative {
  readonly recordsAffected?: { readonly from: number; readonly to: number };
  readonly destination?: 'INTERNAL';
  readonly businessHours?: true;
  readonly withoutCategories?: readonly LgpdCategory[];
}

/** Alternatives of one decision. */
export const ALTERNATIVES_MAX = 5;

/** The nearest alternatives. The engine is asked at most QUESTIONS_MAX times in all. */
export function alternatives(
  event: WitnessInput,
  conditions: readonly PolicyCondition[],
  isAllowed: (event: WitnessInput) => boolean,
): Alternative[] {
  let asked = 0;
  const ask = (input: WitnessInput): boolean => {
    asked += 1;
    return asked <= QUESTIONS_MAX && isAllowed(input);
  };
  const told = new Map<string, Alternative>();
  for (const way of waysOut(event, conditions, ask).ways) {
    if (told.size === ALTERNATIVES_MAX) break;
    const { alternative, meant } = byCategory(event, way);
    const key = JSON.stringify(alternative);
    if (told.has(key)) continue;
    // A category may hold more types than the way out takes away: then the wider change is asked for by itself.
    if (way.withoutFindings?.length === meant.withoutFindings?.length || ask(changed(event, meant))) {
      told.set(key, alternative);
    }
  }
  return [...told.values()];
}

function byCategory(event: WitnessInput, way: WayOut): { alternative: Alternative; meant: WayOut } {
  const { records, destination, outsideBusinessHours, withoutFindings } = way;
  const alternative: Alternative = {
    ...(records !== undefined && { recordsAffected: { from: records.from, to: records.to } }),
    ...(destination !== undefined && { destination }),
    ...(outsideBusinessHours !== undefined && { businessHours: true }),
  };
  if (withoutFindings === undefined) return { alternative, meant: way };
  const withoutCategories = categoriesOfTypes(withoutFindings);
  const isIn = new Set(withoutCategories);
  const all = event.findings.filter((type) => categoriesOfTypes([type]).some((category) => isIn.has(category)));
  return { alternative: { ...alternative, withoutCategories }, meant: { ...way, withoutFindings: all } };
}
