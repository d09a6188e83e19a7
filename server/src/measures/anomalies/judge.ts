// SPDX-License-Identifier: Apache-2.0
/** Judges an agent's last hour. Pure: the facts come from the sums. */
import type { AnomalyKind } from '@svc/contract';
import type { MessageParams } from './kinds.ts';

/** Without this much history there is no comparison. */
export const PAST_DAYS_MIN = 3;
export const PAST_EVENTS_MIN = 50;
const SPIKE_FACTOR = 5;
/** A spike also exceeds these, even after a quiet past. */
const SPIKE_RECORDS = 1_000;
const SPIKE_EVENTS = 50;
/** A hardly used resource has no usual destinations. */
const RESOURCE_EVENTS_MIN = 50;

/** An agent that was active in the last hour. */
export interface AgentFacts {
  agentId: string;
  agentName: string;
  /** Counts of the last hour, since an anomaly of this kind was last closed: a judged event is not reported again. */
  recentEvents: number;
  recentRecords: number;
  past: {
    /** UTC days with an event. */
    activeDays: number;
    events: number;
    /** The 99th percentile (nearest rank) over the hours with an event; 0 when there is none. */
    eventsOfHour: number;
    recordsOfHour: number;
  };
  /** First times in the agent's past that no anomaly has reported yet, in order. */
  newActions: readonly string[];
  newDestinations: readonly { resourceId: string; resource: string; destination: string; eventsBefore: number }[];
}

export interface Finding {
  agentId: string;
  kind: AnomalyKind;
  params: MessageParams;
}

export function judge(facts: AgentFacts): Finding[] {
  const { agentId, agentName: agent, past, recentEvents: events, recentRecords: records } = facts;
  if (past.activeDays < PAST_DAYS_MIN || past.events < PAST_EVENTS_MIN) return [];
  const findings: Finding[] = [];
  const find = (kind: AnomalyKind, params: MessageParams) => findings.push({ agentId, kind, params });
  if (records > SPIKE_FACTOR * past.recordsOfHour && records > SPIKE_RECORDS) {
    find('VOLUME_SPIKE', { agent, records, usualRecords: past.recordsOfHour });
  }
  const [action] = facts.newActions;
  if (action !== undefined) find('NEW_ACTION', { agent, action, others: facts.newActions.length - 1 });
  const destinations = facts.newDestinations.filter(({ eventsBefore }) => eventsBefore >= RESOURCE_EVENTS_MIN);
  const [first] = destinations;
  if (first !== undefined) {
    const { resource, destination, eventsBefore } = first;
    find('NEW_EXTERNAL_DEST', { agent, resource, destination, eventsBefore, others: destinations.length - 1 });
  }
  if (events > SPIKE_FACTOR * past.eventsOfHour && events > SPIKE_EVENTS) {
    find('RATE_SPIKE', { agent, events, usualEvents: past.eventsOfHour });
  }
  return findings;
}
