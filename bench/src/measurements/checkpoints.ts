// SPDX-License-Identifier: Apache-2.0
/** The cost of signing checkpoints to decisions. */
import pg from 'pg';
import { CONNECTIONS, decide } from '../generators.ts';
import type { Server } from '../processes.ts';
import { alternate } from '../rounds.ts';
import type { Stage } from '../stage.ts';
import { perSecond, type Row } from '../table.ts';

const ORGANIZATION = 'Twenty policies';
/** Each round covers at least two runs of the task. */
const ROUND_SECONDS = 8;
const RATIO_MIN = 0.97;
const COVERED_WITHIN_MS = 30_000;
const COVERED_POLL_MS = 50;

/** One process signs or does not, on command: both sides have the same chain and the same warmth. */
export async function measureCheckpoints(stage: Stage): Promise<Row[]> {
  await (await stage.startService()).stop();
  const server = await stage.startTaskSwitch('checkpoints');
  const load = () => decide(server.baseUrl, ORGANIZATION, { until: { seconds: ROUND_SECONDS } });
  const what = `Decisions/s, ${CONNECTIONS} connections, checkpoints signed`;
  const rounds = await alternate(
    what,
    {
      name: 'signed',
      measure: async () => {
        tell(server, 'SIGUSR2');
        // This side must not pay for entries that the other side left uncovered.
        await allCovered(stage.connectionString);
        return await load();
      },
    },
    {
      name: 'not signed',
      measure: async () => {
        tell(server, 'SIGHUP');
        return await load();
      },
    },
  );
  const row: Row = {
    what,
    ours: perSecond(rounds.map(({ ours }) => ours.perSecond)),
    beside: `not signed: ${perSecond(rounds.map(({ beside }) => beside.perSecond))}`,
    results: rounds.map(({ ours, beside }) => ours.perSecond / beside.perSecond),
    unit: '',
    target: { bound: 'min', value: RATIO_MIN },
  };
  return [row];
}

function tell(server: Server, signal: 'SIGUSR2' | 'SIGHUP'): void {
  process.kill(server.pid, signal);
}

async function allCovered(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const untilMs = Date.now() + COVERED_WITHIN_MS;
    while (Date.now() < untilMs) {
      const { rows } = await client.query<{ covered: boolean }>(SELECT_COVERED);
      if (rows[0]?.covered === true) return;
      await new Promise((resolve) => setTimeout(resolve, COVERED_POLL_MS));
    }
    throw new Error('entries stayed without a checkpoint');
  } finally {
    await client.end();
  }
}

const SELECT_COVERED = `
  SELECT bool_and(h.audit_seq = c.size) AS covered
  FROM svc.organization_heads h JOIN svc.audit_checkpoint_heads c USING (organization_id)
  WHERE c.size > 0`;
