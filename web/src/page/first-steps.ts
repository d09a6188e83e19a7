// SPDX-License-Identifier: Apache-2.0
/** The six steps, in their order, and which of them are done. */
import type { FirstSteps } from '@svc/contract';
import { readOf } from '../api/reading.ts';
import { readPreference } from '../preference/index.ts';

export const STEP_IDS = ['agent', 'resource', 'apiKey', 'decision', 'policy', 'people'] as const;
export type StepId = (typeof STEP_IDS)[number];

export function isDone(steps: FirstSteps, id: StepId): boolean {
  return steps[id === 'people' ? 'person' : id] !== null;
}

export function nextStep(steps: FirstSteps): StepId | null {
  return STEP_IDS.find((id) => !isDone(steps, id)) ?? null;
}

/** News of a change make it old. */
export const firstStepsQuery = { ...readOf('readFirstSteps'), staleTime: 60_000 };

/** The name under which the browser keeps that the guide was skipped. */
export const SKIPPED = 'guide';

/** An organization that has asked for nothing and ruled nothing, whose person has not skipped the guide. */
export function isFresh({ decision, policy }: FirstSteps): boolean {
  return decision === null && policy === null && readPreference(SKIPPED, ['skipped']) === null;
}

const countDone = (steps: FirstSteps): number => STEP_IDS.filter((id) => isDone(steps, id)).length;

/** The rest of the guide: null once all is done, or the person has put it away. */
export function leftOf(steps: FirstSteps | undefined): { done: number; of: number } | null {
  if (steps === undefined || readPreference(SKIPPED, ['skipped']) !== null) return null;
  const done = countDone(steps);
  return done === STEP_IDS.length ? null : { done, of: STEP_IDS.length };
}
