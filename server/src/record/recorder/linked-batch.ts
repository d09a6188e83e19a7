// SPDX-License-Identifier: Apache-2.0
/** A batch of one organization, in rows. */
import type { AuditEntry } from '@svc/core/audit-chain';
import type { HeadRow } from '../../storage/heads/index.ts';
import type { DeliveryRow, Skips } from '../webhooks/index.ts';
import type { Acts } from './acts.ts';
import type { CounterRow } from './counts.ts';
import type { RecordOutcome } from './draft.ts';
import type { PendingRecord } from './pending-record.ts';
import type { EventRow, KeyRow } from './rows.ts';

/** The part of a locked head row that a batch needs. */
export type Head = Omit<HeadRow, 'policy_set_version'>;

/** The LIVE events of an ended month, which the head no longer counts. */
interface EndedMonth {
  /** The first day of the month, `YYYY-MM-DD`. */
  month: string;
  events: number;
}

/** The batch of one organization, in rows. */
export interface LinkedBatch {
  outcomes: { pending: PendingRecord; outcome: RecordOutcome }[];
  keys: KeyRow[];
  events: EventRow[];
  entries: AuditEntry[];
  /** The result of `linkEntries`. */
  metadataTexts: string[];
  reviews: object[];
  acts: Acts;
  /** Counts after it, by name. */
  counters: ReadonlyMap<string, CounterRow>;
  deliveries: DeliveryRow[];
  /** Events that held endpoints count, by endpoint. */
  skips: Map<string, Skips>;
  /** Endpoints of the deliveries; one that gets several is listed as often. */
  endpointIds: string[];
  /** The head after it; null when nothing is to be recorded. */
  next: Head | null;
  endedMonths: EndedMonth[];
}

/** @returns false when an event is to be counted for an endpoint, and no delivery made */
export type TakeSlot = (endpointId: string) => boolean;
