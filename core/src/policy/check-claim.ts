// SPDX-License-Identifier: Apache-2.0
/** Checks a claim beyond its schema. */
import type { PolicyClaim } from '@svc/contract';
import { conditionFault, type PolicyFinding } from './check.ts';

/** @param path of the claim in the request, such as `claims[2]`; empty: the claim is the request */
export function claimFaults(
  { never, atLeast, approvals, when, unless }: Pick<PolicyClaim, 'never' | 'atLeast' | 'approvals' | 'when' | 'unless'>,
  path: string,
): PolicyFinding[] {
  const within = (field: string) => (path === '' ? field : `${path}.${field}`);
  const isEither = (never === undefined) !== (atLeast === undefined);
  const conditions = [
    conditionFault(when, within('when')),
    unless === undefined ? null : conditionFault(unless, within('unless')),
  ];
  return [
    ...(isEither ? [] : [{ path: within('never'), message: 'Give either `never` or `atLeast`.' }]),
    ...(approvals === undefined || atLeast === 'REVIEW'
      ? []
      : [{ path: within('approvals'), message: 'It goes with `atLeast: REVIEW` alone.' }]),
    ...conditions.filter((fault) => fault !== null),
  ];
}
