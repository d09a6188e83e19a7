// SPDX-License-Identifier: Apache-2.0
/** Refuses policies that passed their schema and still cannot be stored or tested. */
import type { KnownNames } from '@svc/contract';
import type { PolicyFinding } from '@svc/core/policy';
import { ApiError, fieldsOfFindings } from '../../platform/errors/index.ts';

/** @returns the outcome when it has no faults @throws ApiError 400 with the path and the sentence of each fault */
export function faultless<Outcome extends object>(
  outcome: Outcome | { faults: readonly PolicyFinding[] },
  known: KnownNames | null = null,
): Outcome {
  if (!('faults' in outcome)) return outcome;
  const { faults } = outcome;
  const [first] = faults;
  throw new ApiError('validation_error', {
    message: `${first?.path}: ${first?.message}`,
    fields: fieldsOfFindings(faults),
    ...(known !== null && { known }),
  });
}
