// SPDX-License-Identifier: Apache-2.0
/** The changes of an organization of which people are told, by the kind of their audit entry. */
import type { AuditDraft } from '@svc/core/audit-chain';

const TOLD_KINDS = [
  'policy.created',
  'policy.updated',
  'policy.deleted',
  'guardrail.created',
  'guardrail.updated',
  'guardrail.deleted',
  'budget.created',
  'budget.updated',
  'budget.deleted',
  'budget.raised',
  'key.created',
  'key.updated',
  'key.rotated',
  'key.revoked',
  'member.added',
  'member.role_changed',
  'member.removed',
  'member.left',
  'member.password_set',
  'organization.updated',
  'notifications.updated',
  'agent.updated',
  'resource.updated',
] as const;
export type ToldKind = (typeof TOLD_KINDS)[number];

/** Other changes of these records let nothing more or less through. */
const FIELDS: Readonly<Record<string, string>> = {
  'agent.updated': 'permissions',
  'resource.updated': 'classification',
};

export function isToldChange({ kind, metadata }: Pick<AuditDraft, 'kind' | 'metadata'>): boolean {
  const field = FIELDS[kind];
  const { changedFields } = metadata as { changedFields?: readonly string[] };
  return (TOLD_KINDS as readonly string[]).includes(kind) && (field === undefined || !!changedFields?.includes(field));
}

/** Subjects of notices are ids. The number of an entry stands in one: see `subjectOfEntry`. */
export const entryNumberOf = (subjectId: string): number => Number.parseInt(subjectId.replaceAll('-', ''), 16);

/** @param seq an SQL expression */
export const subjectOfEntry = (seq: string): string => `lpad(to_hex(${seq}), 32, '0')::uuid`;
