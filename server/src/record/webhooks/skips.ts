// SPDX-License-Identifier: Apache-2.0
/** Events that are counted for a held endpoint. They commit with their cause, under the lock of the head. */
import type { WebhookType } from '@svc/contract';
import type { Statement } from '../../storage/db/index.ts';

interface SkippedEvent {
  organization_id: string;
  endpoint_id: string;
  event_id: string;
  types: readonly WebhookType[];
  /** RFC 3339. */
  created_at: string;
}

/** The column of each type that may be counted. */
export const COUNT_OF_TYPE = {
  BLOCK: 'blocks',
  REVIEW: 'reviews',
  CRITICAL: 'criticals',
  ANOMALY: 'anomalies',
} as const satisfies Partial<Record<WebhookType, string>>;

export type CountedType = keyof typeof COUNT_OF_TYPE;

type Counts = Record<(typeof COUNT_OF_TYPE)[CountedType], number>;

/** The counts of one endpoint in a transaction. */
export interface Skips extends Counts {
  organization_id: string;
  endpoint_id: string;
  skipped: number;
  first_event_id: string;
  first_at: string;
  last_event_id: string;
  last_at: string;
}

/** @param skips by endpoint; the event is added to those of its endpoint */
export function addSkip(skips: Map<string, Skips>, event: SkippedEvent): void {
  const { organization_id, endpoint_id, event_id, types, created_at } = event;
  const none = { skipped: 0, blocks: 0, reviews: 0, criticals: 0, anomalies: 0 };
  const first = { organization_id, endpoint_id, first_event_id: event_id, first_at: created_at };
  const before = skips.get(endpoint_id) ?? { ...none, ...first };
  const after = { ...before, skipped: before.skipped + 1, last_event_id: event_id, last_at: created_at };
  for (const type of types) if (type in COUNT_OF_TYPE) after[COUNT_OF_TYPE[type as CountedType]] += 1;
  skips.set(endpoint_id, after);
}

/** Begins holds, or adds to them. */
export function countSkips(skips: Iterable<Skips>): Statement {
  return { text: COUNT_SKIPS, values: [JSON.stringify([...skips])] };
}

const ADDED = ['skipped', ...Object.values(COUNT_OF_TYPE)];

const COUNT_SKIPS = `
  INSERT INTO svc.webhook_holds AS h (organization_id, endpoint_id, ${ADDED.join(', ')}, first_event_id, first_at,
    last_event_id, last_at)
  SELECT d.organization_id, d.endpoint_id, ${ADDED.map((column) => `d.${column}`).join(', ')}, d.first_event_id,
    d.first_at, d.last_event_id, d.last_at
  FROM json_to_recordset($1) AS d (organization_id uuid, endpoint_id uuid,
    ${ADDED.map((column) => `${column} bigint`).join(', ')}, first_event_id text, first_at timestamptz,
    last_event_id text, last_at timestamptz)
  ON CONFLICT (organization_id, endpoint_id) DO UPDATE SET
    ${ADDED.map((column) => `${column} = h.${column} + excluded.${column}`).join(', ')},
    last_event_id = excluded.last_event_id, last_at = excluded.last_at`;
