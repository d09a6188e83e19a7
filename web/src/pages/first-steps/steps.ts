/** The six steps, in their order, and which of them are done. */
import type { FirstSteps } from '@svc/contract';
import { readOf } from '../../api/reading.ts';
import { readPreference } from '../../ui/preference.ts';

export const STEP_IDS = ['agent', 'resource', 'apiKey', 'decision', 'policy', 'people'] as const;
export type StepId = (typeof STEP_IDS)[number];

/** A person alone decides everything: the last step is done by a second one, or by an invitation. */
const ALONE = 1;

export function isDone(steps: FirstSteps, id: StepId): boolean {
  return id === 'people' ? steps.people > ALONE : steps[id] !== null;
}

export function nextStep(steps: FirstSteps): StepId | null {
  return STEP_IDS.find((id) => !isDone(steps, id)) ?? null;
}

export const firstStepsQuery = readOf('readFirstSteps');

/** The name under which the browser keeps that the guide was skipped. */
export const SKIPPED = 'guide';

/** An organization that has asked for nothing and ruled nothing, whose person has not skipped the guide. */
export function isFresh({ decision, policy }: FirstSteps): boolean {
  return decision === null && policy === null && readPreference(SKIPPED, ['skipped']) === null;
}
