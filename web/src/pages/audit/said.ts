// SPDX-License-Identifier: Apache-2.0
/** An entry as a person reads it: its kind in words, the decision that it tells of, and the name that it gives. */
import type { AuditItem } from '@svc/contract';
import { DECISIONS, DESTINATIONS, EVENT_ACTIONS } from '@svc/contract/enums';
import { type Outcome, outcomeOf } from '../../decision/outcome.ts';
import type { Told } from '../../decision/told.ts';
import type { Format } from '../../language/format.ts';

/** @returns the kind itself where the words do not have it, as behind a newer service */
export function kindSaid(kinds: Readonly<Record<string, string>>, kind: string): string {
  return kinds[kind] ?? kind;
}

/** The agent of a decision or an anomaly, or the record that was changed. @returns null when there is no name */
export function nameIn({ metadata }: Pick<AuditItem, 'metadata'>): string | null {
  const { name, agentName, messageParams } = fieldsOf(metadata);
  return textIn(name ?? agentName ?? fieldsOf(messageParams).agent);
}

const REVIEWED: Readonly<Record<string, Outcome>> = {
  'review.approved': 'approved',
  'review.denied': 'denied',
  'review.expired': 'expired',
  'review.approval_added': 'waiting',
  'review.escalated': 'waiting',
};

type Entry = Pick<AuditItem, 'kind' | 'metadata' | 'decision'>;

/** The outcome of an action. @returns null where the entry is about something else */
export function outcomeIn(item: Entry): Outcome | null {
  if (item.kind !== 'decision.recorded') return REVIEWED[item.kind] ?? null;
  return outcomeOfFields(fieldsOf(item.metadata));
}

/** The action that an entry is about. @returns null where it is about none, or holds words of a newer service */
export function decisionIn(item: Entry, format: Format): { told: Told; outcome: Outcome } | null {
  const fields = fieldsOf(item.kind === 'decision.recorded' ? item.metadata : item.decision);
  const outcome = outcomeOfFields(fields);
  const agent = textIn(fields.agentName);
  const resource = textIn(fields.resourceName);
  const action = oneOf(EVENT_ACTIONS, fields.action);
  if (outcome === null || agent === null || resource === null || action === null) return null;
  const records = typeof fields.recordsAffected === 'number' ? fields.recordsAffected : null;
  const told: Told = {
    agent,
    action,
    resource,
    // A list tells neither class nor destination, which the entry has in full.
    classification: 'INTERNAL',
    destination: oneOf(DESTINATIONS, fields.destination),
    records: records === null ? null : format.number(records),
    isOneRecord: records === 1,
    isWaiting: false,
  };
  return { told, outcome };
}

function outcomeOfFields(fields: Fields): Outcome | null {
  const decision = oneOf(DECISIONS, fields.decision);
  if (decision === null) return null;
  const evaluatedDecision = oneOf(DECISIONS, fields.evaluatedDecision) ?? decision;
  return outcomeOf({ decision, evaluatedDecision, review: null });
}

interface Fields {
  name?: unknown;
  decision?: unknown;
  evaluatedDecision?: unknown;
  agent?: unknown;
  agentName?: unknown;
  messageParams?: unknown;
  resourceName?: unknown;
  action?: unknown;
  destination?: unknown;
  recordsAffected?: unknown;
}

const fieldsOf = (metadata: unknown): Fields =>
  typeof metadata === 'object' && metadata !== null ? (metadata as Fields) : {};

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const oneOf = <Value extends string>(values: readonly Value[], value: unknown): Value | null =>
  values.find((one) => one === value) ?? null;
