// SPDX-License-Identifier: Apache-2.0
/** The subject of one decision, as the sentences of each language need it, and the parts of a sentence. */
import type { Classification, Destination, EventAction, EventItem } from '@svc/contract';
import type { Format } from '../language/format.ts';

/** A plain text, a part that matters, or the name of something, which is set like code. */
export type Part = string | { strong: string } | { name: string };

export interface Told {
  agent: string;
  action: EventAction;
  resource: string;
  classification: Classification;
  destination: Destination | null;
  /** How many records, as the reader writes the number; null where the agent did not say. */
  records: string | null;
  isOneRecord: boolean;
  /** A person may still answer, so that the agent goes on wanting it. */
  isWaiting: boolean;
}

export function toldOf(event: EventItem, format: Format): Told {
  const { recordsAffected } = event;
  return {
    agent: event.agent.name,
    action: event.action,
    resource: event.resource.name,
    classification: event.resource.classification,
    destination: event.destination,
    records: recordsAffected === null ? null : format.number(recordsAffected),
    isOneRecord: recordsAffected === 1,
    isWaiting: event.review?.status === 'PENDING',
  };
}

export function textOf(parts: readonly Part[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      return 'name' in part ? part.name : part.strong;
    })
    .join('');
}
