// SPDX-License-Identifier: Apache-2.0
/** Finds policies and fields that do nothing, for every event there can be. A pure computation. */
import type { PolicyAnalysis } from '@svc/contract';
import { examine } from '@svc/core/analysis';
import type { Agent, Resource, VerdictSettings } from '@svc/core/verdict';
import { readPolicy } from '../policy-jobs/index.ts';
import { newBudget } from './budget.ts';

export interface AnalyseJob {
  kind: 'analyse';
  stored: readonly { readonly id: string; readonly text: string }[];
  agents: readonly Agent[];
  resources: readonly Resource[];
  settings: VerdictSettings;
}

export type Analysed = Omit<PolicyAnalysis, 'policySetVersion'>;

export function analyseSet({ stored, agents, resources, settings }: AnalyseJob): Analysed {
  const { answer } = examine({ agents, resources, settings }, stored.map(readPolicy), newBudget());
  if (answer === null) return { complete: false, ...NO_FINDINGS };
  return {
    complete: true,
    dead: [...answer.dead],
    withoutEffect: [...answer.withoutEffect],
    needlessFields: [...answer.needlessFields],
    mergeable: [...answer.mergeable],
    unknownAgents: [...answer.unknownAgents],
    unreachableThresholds: [...answer.unreachableThresholds],
  };
}

const NO_FINDINGS = {
  dead: [],
  withoutEffect: [],
  needlessFields: [],
  mergeable: [],
  unknownAgents: [],
  unreachableThresholds: [],
};
