// SPDX-License-Identifier: Apache-2.0
/** Adds sums of events to the stored ones, each table by a statement of one organization. */
import type { Transaction } from '../../storage/db/index.ts';
import {
  ADD_AGENT_HOURS,
  ADD_AGENT_SLICES,
  ADD_RESOURCE_USES,
  KEEP_FIRST_ACTIONS,
  KEEP_FIRST_DESTINATIONS,
} from './agent-sums.ts';
import { ADD_CODE_HOURS, ADD_DECISION_HOURS } from './decision-sums.ts';
import { ADD_DOOR_USES } from './door-uses.ts';
import type { EventSums } from './event-sums.ts';
import { agentSumsKeptFrom } from './past-sums.ts';
import { ADD_FIGURE_DAYS, ADD_FIGURE_USES, KEEP_LASTS } from './record-sums.ts';

/** All of them travel at once. */
export async function writeSums(
  transaction: Transaction,
  organizationId: string,
  sums: EventSums,
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<void> {
  const { hours, slices } = agentSumsKeptFrom(now.getTime());
  const add = async (text: string, rows: ReadonlyMap<string, object>, ...others: unknown[]): Promise<void> => {
    if (rows.size === 0) return;
    await transaction.query(text, [organizationId, json(rows), ...others]);
  };
  const texts = new Map<ReadonlyMap<string, object>, string>();
  /** The cells go to many tables, and are written out once. */
  function json(rows: ReadonlyMap<string, object>): string {
    const text = texts.get(rows) ?? JSON.stringify([...rows.values()]);
    texts.set(rows, text);
    return text;
  }
  const { cells, codes, doors, lasts, firstActions, firstDestinations } = sums;
  await Promise.all([
    add(ADD_DECISION_HOURS, cells, timeZone),
    add(ADD_CODE_HOURS, codes, timeZone),
    add(ADD_FIGURE_DAYS, cells, now),
    add(ADD_FIGURE_USES, cells, now),
    add(KEEP_LASTS, lasts),
    add(ADD_DOOR_USES, doors),
    add(ADD_AGENT_HOURS, cells, hours),
    add(ADD_AGENT_SLICES, cells, slices),
    add(KEEP_FIRST_ACTIONS, firstActions),
    // Before the uses: it adds to those of earlier events.
    add(KEEP_FIRST_DESTINATIONS, firstDestinations),
    add(ADD_RESOURCE_USES, cells),
  ]);
}
