// SPDX-License-Identifier: Apache-2.0
/** The access of one agent, an event of each area decided again by the decision path. A pure computation. */
import { type Area, access } from '@svc/core/analysis';
import type { DecisionSettings } from '@svc/core/decision';
import { compilePolicies } from '@svc/core/policy';
import type { Agent, Resource } from '@svc/core/verdict';
import { readPolicy } from '../policy-jobs/index.ts';
import { newBudget } from './budget.ts';
import { type Engine, shown } from './confirmed-witness.ts';

export interface AccessJob {
  kind: 'access';
  stored: readonly { readonly id: string; readonly text: string }[];
  agentId: string;
  agents: readonly Agent[];
  resources: readonly Resource[];
  settings: DecisionSettings;
  nowMs: number;
}

/** `isUnconfirmed`: the decision path decides an event otherwise, which is a fault of ours. */
export interface FoundAccess {
  complete: boolean;
  areas: readonly Area[];
  more: number;
  isUnconfirmed: boolean;
}

/** More areas are counted. */
const AREAS_MAX = 500;

export function findAccess({ stored, agentId, agents, resources, settings, nowMs }: AccessJob): FoundAccess {
  const policies = stored.map(readPolicy);
  const { answer } = access({ agents, resources, settings }, policies, agentId, 'ALLOW', newBudget());
  const unknown = { complete: false, areas: [], more: 0 };
  if (answer === null) return { ...unknown, isUnconfirmed: false };
  const engine: Engine = { settings, policies: compilePolicies(policies), nowMs };
  const listed = answer.slice(0, AREAS_MAX);
  const isConfirmed = listed.every(({ witness }) => shown('access', witness, engine)?.decision === 'ALLOW');
  if (!isConfirmed) return { ...unknown, isUnconfirmed: true };
  return {
    complete: true,
    areas: listed.map(({ area }) => area),
    more: answer.length - listed.length,
    isUnconfirmed: false,
  };
}
