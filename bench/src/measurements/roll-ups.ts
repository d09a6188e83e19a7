// SPDX-License-Identifier: Apache-2.0
/** The cost of the hourly counts to decisions, and the time that the overview takes from them. */
import pg from 'pg';
import { CONNECTIONS, decide } from '../generators.ts';
import type { Server } from '../processes.ts';
import { alternate } from '../rounds.ts';
import type { Stage } from '../stage.ts';
import { perSecond, type Row } from '../table.ts';
import { measureOverview } from './overview.ts';

const ORGANIZATION = 'Twenty policies';
/** Each round covers several runs of the task. */
const ROUND_SECONDS = 8;
const RATIO_MIN = 0.97;
const COUNTED_WITHIN_MS = 60_000;
const COUNTED_POLL_MS = 50;

/** One process counts or does not, on command: both sides have the same events and the same warmth. */
export async function measureRollUps(stage: Stage): Promise<Row[]> {
  await (await stage.startService()).stop();
  const server = await stage.startTaskSwitch('counts');
  const load = () => decide(server.baseUrl, ORGANIZATION, { until: { seconds: ROUND_SECONDS } });
  const what = `Decisions/s, ${CONNECTIONS} connections, counted by hour behind them`;
  const rounds = await alternate(
    what,
    {
      name: 'counted',
      measure: async () => {
        tell(server, 'SIGUSR2');
        // This side must not pay for events that the other side left uncounted.
        await allCounted(stage.connectionString);
        return await load();
      },
    },
    {
      name: 'not counted',
      measure: async () => {
        tell(server, 'SIGHUP');
        return await load();
      },
    },
  );
  const row: Row = {
    what,
    ours: perSecond(rounds.map(({ ours }) => ours.perSecond)),
    beside: `not counted: ${perSecond(rounds.map(({ beside }) => beside.perSecond))}`,
    results: rounds.map(({ ours, beside }) => ours.perSecond / beside.perSecond),
    unit: '',
    target: { bound: 'min', value: RATIO_MIN },
  };
  return [row, await measureOverview(stage)];
}

function tell(server: Server, signal: 'SIGUSR2' | 'SIGHUP'): void {
  process.kill(server.pid, signal);
}

async function allCounted(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const untilMs = Date.now() + COUNTED_WITHIN_MS;
    while (Date.now() < untilMs) {
      const { rows } = await client.query<{ counted: boolean }>(SELECT_COUNTED);
      if (rows[0]?.counted === true) return;
      await new Promise((resolve) => setTimeout(resolve, COUNTED_POLL_MS));
    }
    throw new Error('events stayed without a count');
  } finally {
    await client.end();
  }
}

const SELECT_COUNTED = `
  SELECT bool_and(h.audit_seq = c.counted_seq) AS counted
  FROM svc.organization_heads h JOIN svc.count_cursors c USING (organization_id)`;
