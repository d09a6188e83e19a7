// SPDX-License-Identifier: Apache-2.0
/** A chain with rules and decisions that follow from them, made in memory: for tests that need many, or odd ones. */
import { DESTINATIONS, DLP_TYPES, EVENT_ACTIONS } from '@svc/contract';
import type { AuditDraft } from '../../core/src/audit-chain/index.ts';
import type { JsonObject } from '../../core/src/canonical-json/index.ts';
import { decide } from '../../core/src/decision/index.ts';
import { compilePolicies, type IdentifiedPolicy } from '../../core/src/policy/index.ts';
import type { Agent, Resource } from '../../core/src/verdict/index.ts';

const ORGANIZATION_ID = '018f0000-0000-7000-8000-000000000001';
const SETTINGS = { enforcement: 'ENFORCE', riskReviewAt: 60, riskBlockAt: 90, timeZone: 'America/Sao_Paulo' } as const;
const AGENT: Agent = { id: idOf(1), name: 'billing-bot', status: 'ACTIVE', permissions: null };
const RESOURCE: Resource = { id: idOf(2), name: 'customers', classification: 'CUSTOMER_PII' };
const POLICY: IdentifiedPolicy = {
  id: idOf(3),
  name: 'Review exports',
  action: 'EXPORT',
  decision: 'REVIEW',
  condition: { minRecords: 1_000 },
};
const COMPILED = compilePolicies([POLICY]);
/** A Wednesday, at 10 o'clock in Brazil. */
const FIRST_MS = Date.UTC(2026, 10, 18, 13);
const BETWEEN_MS = 60_000;

function idOf(number: number): string {
  return `018f0000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

const { id: _agentId, ...agent } = AGENT;
const { id: _resourceId, ...resource } = RESOURCE;
const { id: _policyId, ...policy } = POLICY;

/** Entries of the rules, in an order that can be changed. */
export const RULES: Readonly<Record<'organization' | 'agent' | 'resource' | 'policy', AuditDraft>> = {
  organization: draft('organization.created', ORGANIZATION_ID, { after: { ...SETTINGS, plan: 'TEAM' } }),
  agent: draft('agent.created', AGENT.id, { after: agent as unknown as JsonObject, name: AGENT.name }),
  resource: draft('resource.created', RESOURCE.id, { after: { ...resource, description: null }, name: RESOURCE.name }),
  policy: draft('policy.created', POLICY.id, { after: policy as unknown as JsonObject, policySetVersion: 1 }),
};

export function draft(kind: string, subjectId: string, metadata: JsonObject, atMs = FIRST_MS): AuditDraft {
  const [type = ''] = kind.split('.');
  return {
    organizationId: ORGANIZATION_ID,
    at: new Date(atMs).toISOString(),
    kind,
    actor: { type: 'user', id: 'test' },
    subject: { type, id: subjectId },
    metadata,
  };
}

/** The decision of a number under `RULES`; each number has facts of its own. */
export function decided(number: number, added: JsonObject = {}): AuditDraft {
  const atMs = FIRST_MS + number * BETWEEN_MS;
  const action = EVENT_ACTIONS[number % EVENT_ACTIONS.length] ?? 'READ_DATA';
  const destination = [...DESTINATIONS, null][number % 4] ?? null;
  const recordsAffected = number % 5 === 0 ? null : (number * 37) % 5_000;
  const findings = DLP_TYPES.slice(0, number % 3);
  const result = decide({
    agent: AGENT,
    resource: RESOURCE,
    ...{ action, destination, recordsAffected, findings, atMs },
    containsSensitiveData: null,
    hasOpenAnomaly: false,
    settings: SETTINGS,
    policies: COMPILED,
  });
  const { decision, evaluatedDecision, monitored, riskLevel, riskScore, dlpFindings, lgpdCategories } = result;
  const metadata: JsonObject = {
    ...{ action, actionDigest: '', agentId: AGENT.id, agentName: AGENT.name, classification: RESOURCE.classification },
    ...{ contentScanned: true, contextCommitments: null, decision, destination, dlpFindings, evaluatedDecision },
    ...{ keyPrefix: 'key_live_0123456', lgpdCategories, monitored, payload: null, policyId: result.policy?.id ?? null },
    ...{ policySetVersion: 1, quotaExceeded: false, recordsAffected, resourceId: RESOURCE.id },
    ...{ resourceName: RESOURCE.name, riskLevel, riskScore, sandbox: false, ...added },
  };
  return draft('decision.recorded', idOf(1_000 + number), metadata, atMs);
}

/** A whole chain: the rules, then so many decisions. */
export function madeDecisions(count: number): AuditDraft[] {
  return [...Object.values(RULES), ...Array.from({ length: count }, (_, number) => decided(number))];
}
