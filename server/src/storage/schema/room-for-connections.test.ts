// SPDX-License-Identifier: Apache-2.0
/** Guarantee: processes take no more connections than the server has, and say so where they were told to. */
import { expect, it } from 'vitest';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { readRows } from '#harness/service/rows.ts';
import { roomForConnections } from './room-for-connections.ts';

const bounds = { min: 16, max: 33 };
const SELECT_MAX = `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS max`;

it('takes fewer processes, or fewer connections for each, or tells what to change', async () => {
  const database = await openEmptyDatabase();
  const [{ max } = { max: 0 }] = await readRows<{ max: number }>(database, SELECT_MAX);
  const ask = (processes: number, isFixed: boolean, connections: number | null) =>
    roomForConnections(database, { processes, isFixed, connections, bounds });
  expect(await ask(1, false, null)).toEqual({ connectionsMax: max, processes: 1, forEach: 33, fault: null });
  const many = await ask(1_000, false, null);
  expect(many).toMatchObject({ processes: Math.floor((max - 7) / 16), fault: null });
  expect(many.processes * many.forEach).toBeLessThanOrEqual(max - 7);
  const fixed = await ask(1_000, true, null);
  expect(fixed).toMatchObject({ processes: 1_000, forEach: 16 });
  expect(fixed.fault?.says).toContain(`1000 × 16 connections may be opened, and the server takes ${max} in all`);
  expect(fixed.fault?.mend).toContain('SVC_DATABASE_CONNECTIONS');
  expect(await ask(2, true, max)).toMatchObject({ forEach: max, fault: expect.anything() });
});
