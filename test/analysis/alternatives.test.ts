// SPDX-License-Identifier: Apache-2.0
/**
 * Alternatives under random policies and events, hostile ones too. The engine allows each, none names anything, and the
 * engine is asked a bounded number of times.
 */
import { DLP_TYPES, type DlpType, LGPD_CATEGORIES, RECORDS_AFFECTED_MAX } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import {
  ALTERNATIVES_MAX,
  type Alternative,
  alternatives,
  QUESTIONS_MAX,
  type WitnessInput,
} from '../../core/src/analysis/index.ts';
import { categoriesOfTypes } from '../../core/src/risk/index.ts';
import { ask, engineOf } from './engine.ts';
import { Dice, randomEvent, randomSet, randomWorld } from './random-sets.ts';

const SETS = 60;
const POLICIES_MAX = 8;
const EVENTS = 40;

/** The event as the alternative means it, at one end of its range. */
function applied(
  event: WitnessInput,
  { recordsAffected, withoutCategories = [], ...way }: Alternative,
  end: 'from' | 'to',
) {
  const isOut = (type: DlpType) => categoriesOfTypes([type]).some((one) => withoutCategories.includes(one));
  return {
    ...event,
    recordsAffected: recordsAffected?.[end] ?? event.recordsAffected,
    destination: way.destination ?? event.destination,
    outsideBusinessHours: way.businessHours === true ? false : event.outsideBusinessHours,
    findings: event.findings.filter((type) => !isOut(type)),
  };
}

describe('alternatives', () => {
  it('are what the engine allows, at both ends of each range, and ask at most 200 times', () => {
    let told = 0;
    for (let seed = 1; seed <= SETS; seed += 1) {
      const dice = new Dice(seed);
      const world = randomWorld(dice);
      const policies = randomSet(dice, POLICIES_MAX);
      const engine = engineOf(world, policies);
      const conditions = policies.flatMap(({ condition, enabled }) =>
        condition === undefined || enabled === false ? [] : [condition],
      );
      for (let n = 0; n < EVENTS; n += 1) {
        const event = randomEvent(dice, world);
        if (ask(engine, event).decision === 'ALLOW') continue;
        let questions = 0;
        const found = alternatives(event, conditions, (input) => {
          questions += 1;
          return ask(engine, input).decision === 'ALLOW';
        });
        expect(questions).toBeLessThanOrEqual(QUESTIONS_MAX);
        expect(found.length).toBeLessThanOrEqual(ALTERNATIVES_MAX);
        for (const one of found) {
          for (const end of ['from', 'to'] as const) {
            expect(ask(engine, applied(event, one, end)).decision, `seed ${seed}: ${JSON.stringify(one)}`).toBe(
              'ALLOW',
            );
          }
          expect(isBoundsOnly(one), JSON.stringify(one)).toBe(true);
          told += 1;
        }
      }
    }
    expect(told).toBeGreaterThan(50);
  });

  it('ask no more than that for thousands of bounds and every type of data', () => {
    const anyOf = Array.from({ length: 20_000 }, (_, n) => ({ minRecords: n * 3, maxRecords: n * 3 + 1 }));
    const world = randomWorld(new Dice(1));
    const base = randomEvent(new Dice(1), world);
    const event = { ...base, recordsAffected: RECORDS_AFFECTED_MAX, findings: [...DLP_TYPES] };
    let questions = 0;
    expect(
      alternatives(event, [{ anyOf }], () => {
        questions += 1;
        return false;
      }),
    ).toEqual([]);
    expect(questions).toBeLessThanOrEqual(QUESTIONS_MAX);
  });
});

/** An alternative is made of numbers, and of words of closed lists. */
function isBoundsOnly({ recordsAffected, destination, businessHours, withoutCategories = [], ...others }: Alternative) {
  const numbers = recordsAffected === undefined ? [] : Object.values(recordsAffected);
  return (
    Object.keys(others).length === 0 &&
    numbers.every((number) => Number.isInteger(number) && number >= 0 && number <= RECORDS_AFFECTED_MAX) &&
    [undefined, 'INTERNAL'].includes(destination) &&
    [undefined, true].includes(businessHours) &&
    withoutCategories.every((word) => LGPD_CATEGORIES.includes(word))
  );
}
