// SPDX-License-Identifier: Apache-2.0
/** The option `--impact` of a dry run. */
import { IMPACT_DAYS_MAX } from '@svc/contract/limits';
import { Failure } from '../failure.ts';

interface Options {
  readonly dryRun?: boolean;
  readonly impact?: string;
}

/** @throws Failure for what is no number of days, and without a dry run */
export function impactDaysOf({ impact, dryRun = false }: Options): number | undefined {
  if (impact === undefined) return undefined;
  if (!dryRun) throw new Failure('usage', '--impact needs --dry-run: nothing is evaluated by an apply that writes.');
  const days = /^\d{1,2}$/.test(impact) ? Number(impact) : 0;
  if (days >= 1 && days <= IMPACT_DAYS_MAX) return days;
  throw new Failure('usage', `--impact must be a whole number of days, 1 to ${IMPACT_DAYS_MAX}.`);
}
