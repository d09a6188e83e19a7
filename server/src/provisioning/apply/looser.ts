// SPDX-License-Identifier: Apache-2.0
/** Refuses a file that lets more through, where the organization asks for a second person: a file cannot wait. */
import type { Agent, Resource } from '@svc/core/verdict';
import { looserSettings, type Settings } from '../../organizations/index.ts';
import { appliedPolicies, compareSets, type planPolicies } from '../../policies/index.ts';
import type { OrganizationEntry } from '../document.ts';
import type { Fault } from '../faults.ts';

interface Stored {
  settings: Settings | undefined;
  policies: Parameters<typeof planPolicies>[1];
}

interface Planned {
  settings: Settings;
  policies: ReturnType<typeof planPolicies>;
  after: { agent: ReadonlyMap<string, Agent>; resource: ReadonlyMap<string, Resource> };
}

export function looserFaultsOf(
  { place }: OrganizationEntry,
  { settings: before, policies }: Stored,
  plan: Planned,
  nowMs: number,
): Fault[] {
  if (before === undefined || !before.loosenNeedsTwo) return [];
  const faults = looserSettings(before, plan.settings).map(({ field }) => ({
    position: place.fields[field] ?? place.position,
    message: `${field} ${LETS_MORE_THROUGH}`,
  }));
  if (plan.policies.changes.length === 0) return faults;
  const { timeZone, enforcement, riskReviewAt, riskBlockAt } = plan.settings;
  const { difference } = compareSets({
    kind: 'difference',
    stored: policies.map((policy) => ({ id: policy.id, text: JSON.stringify(policy) })),
    proposed: appliedPolicies(plan.policies),
    changedId: null,
    agents: [...plan.after.agent.values()],
    resources: [...plan.after.resource.values()],
    settings: { timeZone, enforcement, riskReviewAt, riskBlockAt },
    nowMs,
  });
  if (difference.complete && difference.looser === 0) return faults;
  return [...faults, { position: place.fields.policies ?? place.position, message: `policies ${LETS_MORE_THROUGH}` }];
}

const LETS_MORE_THROUGH =
  'would let more through than now, and the organization asks for a second person: ask for the change in the app, or ' +
  'by `svc policies apply`';
