// SPDX-License-Identifier: Apache-2.0
/** The smallest lawful changes of one event, by the decision path under the policies of now. A pure computation. */
import type { EventWaysOut } from '@svc/contract';
import { type WitnessInput, waysOut } from '@svc/core/analysis';
import { momentWith } from '@svc/core/business-hours';
import { type DecisionSettings, decide } from '@svc/core/decision';
import { compilePolicies } from '@svc/core/policy';
import { readPolicy } from '../policy-jobs/index.ts';

export interface WaysOutJob {
  kind: 'waysOut';
  stored: readonly { readonly id: string; readonly text: string }[];
  event: WitnessInput;
  settings: DecisionSettings;
  nowMs: number;
}

export type FoundWaysOut = Omit<EventWaysOut, 'policySetVersion'>;

export function findWaysOut({ stored, event, settings, nowMs }: WaysOutJob): FoundWaysOut {
  const set = stored.map(readPolicy);
  const policies = compilePolicies(set);
  const isAllowed = ({ outsideBusinessHours, ...input }: WitnessInput): boolean => {
    const atMs = momentWith(nowMs, settings.timeZone, outsideBusinessHours);
    return decide({ ...input, containsSensitiveData: null, atMs, settings, policies }).decision === 'ALLOW';
  };
  if (isAllowed(event)) return { allowedNow: true, complete: true, ways: [] };
  const conditions = set.flatMap(({ condition, enabled }) =>
    condition === undefined || enabled === false ? [] : [condition],
  );
  const { ways, complete } = waysOut(event, conditions, isAllowed);
  return {
    allowedNow: false,
    complete,
    ways: ways.map(({ withoutFindings, records, ...way }) => ({
      ...way,
      ...(records !== undefined && { records: { ...records } }),
      ...(withoutFindings !== undefined && { withoutFindings: [...withoutFindings] }),
    })),
  };
}
