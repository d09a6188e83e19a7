// SPDX-License-Identifier: Apache-2.0
/** Histories that never were: one entry of a real export changed or left out, so that a decision no longer follows. */
import type { AuditDraft, AuditEntry } from '../../core/src/audit-chain/index.ts';
import type { JsonObject } from '../../core/src/canonical-json/index.ts';

export interface Forgery {
  /** The entry that is changed: the first of which this holds. */
  at(entry: AuditEntry): boolean;
  /** @returns the metadata of the entry then, null without the entry */
  change(metadata: Values): JsonObject | null;
  /** The field that is named, for a changed decision: `fact` where it is any. Otherwise a later decision is named. */
  field?: string;
}

/** The fields of decisions and rules that are looked at. */
interface Values extends JsonObject {
  readonly after: JsonObject;
  readonly name: string;
  readonly action: string;
  readonly agentId: string;
  readonly agentName: string;
  readonly resourceId: string;
  readonly decision: string;
  readonly evaluatedDecision: string;
  readonly monitored: boolean;
  readonly sandbox: boolean;
  readonly policyId: string | null;
  readonly policySetVersion: number;
  readonly riskLevel: string;
  readonly riskScore: number;
  readonly recordsAffected: number;
  readonly dlpFindings: readonly string[];
  readonly lgpdCategories: readonly string[];
}

const valuesOf = ({ metadata }: AuditEntry): Values => metadata as Values;

const decided =
  (holds: (metadata: Values) => boolean): Forgery['at'] =>
  (entry) =>
    entry.kind === 'decision.recorded' && holds(valuesOf(entry));

const ofKind =
  (kind: string, holds: (metadata: Values) => boolean = () => true): Forgery['at'] =>
  (entry) =>
    entry.kind === kind && holds(valuesOf(entry));

/** A decision by a threshold, with a score that is not the highest. */
const byRisk = decided((was) => was.policyId === null && was.riskScore < 90 && was.agentName === 'billing-bot');
const anyDecision = decided(() => true);

const changedDecision = (at: Forgery['at'], field: string, change: (metadata: Values) => JsonObject): Forgery => ({
  at,
  field,
  change: (metadata) => ({ ...metadata, ...change(metadata) }),
});
const changedAfter = (at: Forgery['at'], after: JsonObject): Forgery => ({
  at,
  change: (metadata) => ({ ...metadata, after: { ...metadata.after, ...after } }),
});
const leftOut = (at: Forgery['at']): Forgery => ({ at, change: () => null });

export const FORGERIES: Readonly<Record<string, Forgery>> = {
  'a BLOCK that became an ALLOW': changedDecision(
    decided(({ decision }) => decision === 'BLOCK'),
    'decision',
    () => ({ decision: 'ALLOW', evaluatedDecision: 'ALLOW' }),
  ),
  'a REVIEW that became an ALLOW': changedDecision(
    decided(({ decision }) => decision === 'REVIEW'),
    'decision',
    () => ({ decision: 'ALLOW', evaluatedDecision: 'ALLOW' }),
  ),
  'another evaluated decision': changedDecision(
    decided(({ evaluatedDecision }) => evaluatedDecision === 'BLOCK'),
    'evaluatedDecision',
    () => ({ evaluatedDecision: 'REVIEW' }),
  ),
  'a lower score': changedDecision(anyDecision, 'riskScore', ({ riskScore }) => ({ riskScore: riskScore - 5 })),
  'a lower level': changedDecision(
    decided(({ riskLevel }) => riskLevel === 'CRITICAL'),
    'riskLevel',
    () => ({ riskLevel: 'HIGH' }),
  ),
  'no policy where one decided': changedDecision(
    decided(({ policyId }) => policyId !== null),
    'policyId',
    () => ({ policyId: null }),
  ),
  'a policy where none decided': changedDecision(
    decided(({ policyId }) => policyId === null),
    'policyId',
    ({ agentId }) => ({ policyId: agentId }),
  ),
  'a decision that was not watched': changedDecision(
    decided(({ monitored }) => monitored),
    'monitored',
    () => ({ monitored: false }),
  ),
  'another class': changedDecision(anyDecision, 'classification', () => ({ classification: 'FINANCIAL' })),
  'findings in another order': changedDecision(
    decided(({ dlpFindings }) => dlpFindings.length > 1),
    'dlpFindings',
    ({ dlpFindings }) => ({ dlpFindings: [...dlpFindings].reverse() }),
  ),
  'no category of what was found': changedDecision(
    decided(({ lgpdCategories }) => lgpdCategories.length > 0),
    'lgpdCategories',
    () => ({ lgpdCategories: [] }),
  ),
  'no findings': changedDecision(
    decided(({ dlpFindings, riskScore }) => dlpFindings.length > 0 && riskScore < 100),
    'fact',
    () => ({ dlpFindings: [], lgpdCategories: [] }),
  ),
  'another name of the agent': changedDecision(anyDecision, 'agentName', () => ({ agentName: 'other-bot' })),
  'another name of the resource': changedDecision(anyDecision, 'resourceName', () => ({ resourceName: 'others' })),
  'another version of the policies': changedDecision(
    decided(({ policySetVersion }) => policySetVersion > 1),
    'policySetVersion',
    ({ policySetVersion }) => ({ policySetVersion: policySetVersion - 1 }),
  ),
  'fewer records': changedDecision(
    decided(({ recordsAffected, riskScore }) => recordsAffected > 100 && riskScore < 100),
    'fact',
    () => ({ recordsAffected: 1 }),
  ),
  'another action': changedDecision(byRisk, 'fact', ({ action }) => ({
    action: action === 'READ_DATA' ? 'WRITE_DATA' : 'READ_DATA',
  })),
  'a live decision in the place of one of the sandbox': changedDecision(
    decided(({ sandbox }) => sandbox),
    'sandbox',
    () => ({ sandbox: false }),
  ),
  'another key': changedDecision(anyDecision, 'keyPrefix', () => ({ keyPrefix: 'key_live_other00' })),
  'a key that was never made': leftOut(ofKind('key.created', ({ name }) => name === 'live')),
  'an agent that is not there': changedDecision(anyDecision, 'agentId', ({ resourceId }) => ({ agentId: resourceId })),
  'a resource that is not there': changedDecision(anyDecision, 'resourceId', ({ agentId }) => ({
    resourceId: agentId,
  })),
  'an agent that was never made': leftOut(ofKind('agent.created', ({ name }) => name === 'billing-bot')),
  'an agent that was not paused': leftOut(ofKind('agent.paused')),
  'an agent that may do more': changedAfter(
    ofKind('agent.created', ({ name }) => name === 'reader-bot'),
    { permissions: null },
  ),
  'a resource that kept its class': leftOut(ofKind('resource.updated')),
  'a policy that was never made': leftOut(ofKind('policy.created', ({ name }) => name === 'Block deleting customers')),
  'a policy that only watches': changedAfter(
    ofKind('policy.created', ({ name }) => name === 'Block deleting customers'),
    { mode: 'MONITOR' },
  ),
  'a policy that stayed': leftOut(ofKind('policy.deleted', ({ name }) => name === 'Block nested')),
  'higher thresholds': changedAfter(
    ofKind('organization.updated', ({ after }) => after.riskBlockAt === 50),
    { riskBlockAt: 100 },
  ),
  'enforcement in place of watching': leftOut(
    ofKind('organization.updated', ({ after }) => after.enforcement === 'MONITOR'),
  ),
  'an anomaly that stayed open': leftOut(ofKind('anomaly.closed')),
};

/** @returns the drafts then, and the number that the changed entry has or had */
export function forge(entries: readonly AuditEntry[], { at, change }: Forgery): { drafts: AuditDraft[]; seq: number } {
  const index = entries.findIndex(at);
  const entry = entries[index];
  if (entry === undefined) throw new Error('the export has no such entry');
  const metadata = change(valuesOf(entry));
  const changed = metadata === null ? [] : [{ ...entry, metadata }];
  return { drafts: [...entries.slice(0, index), ...changed, ...entries.slice(index + 1)], seq: entry.seq };
}
