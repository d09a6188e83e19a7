/** Refuses policies that passed their schema and still cannot be stored. */
import type { PolicySpec } from '@svc/contract';
import { checkPolicies as findFaults, type PolicyFinding } from '@svc/core/policy';
import { ApiError } from '../errors/index.ts';

/**
 * @returns warnings about valid policies that look unintended
 * @throws ApiError 400 with the path of every fault: too deep, or one name twice
 */
export function checkPolicies(policies: readonly PolicySpec[]): readonly PolicyFinding[] {
  const { errors, warnings } = findFaults(policies);
  refuseFaults(errors);
  return warnings;
}

/** @throws ApiError 400 with the path and the sentence of each fault, if there is any */
export function refuseFaults(faults: readonly PolicyFinding[]): void {
  const [first] = faults;
  if (first === undefined) return;
  throw new ApiError('validation_error', {
    message: `${first.path}: ${first.message}`,
    fields: Object.fromEntries(faults.map(({ path, message }) => [path, message])),
  });
}
