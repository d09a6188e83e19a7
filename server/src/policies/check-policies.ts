/** Refuses policies that passed their schema and still cannot be stored. */
import type { PolicySpec } from '@svc/contract';
import { checkPolicies as findFaults, type PolicyFinding } from '@svc/core/policy';
import { Refusal } from '../refusal.ts';

/**
 * @returns warnings about policies that are valid and look unintended
 * @throws Refusal 400 with the path of every fault: too deep, or one name twice
 */
export function checkPolicies(policies: readonly PolicySpec[]): readonly PolicyFinding[] {
  const { errors, warnings } = findFaults(policies);
  const [first] = errors;
  if (first === undefined) return warnings;
  throw new Refusal('validation_error', {
    message: `${first.path}: ${first.message}`,
    fields: Object.fromEntries(errors.map(({ path, message }) => [path, message])),
  });
}
