// SPDX-License-Identifier: Apache-2.0
/** Decisions a second beside a Fastify route that records nothing. */
import { CONNECTIONS, decide } from '../generators.ts';
import { alternate } from '../rounds.ts';
import type { Stage } from '../stage.ts';
import { perSecond, type Row } from '../table.ts';

const ORGANIZATION = 'Twenty policies';
const SHARE_MIN = 0.25;

export async function measureDecisions(stage: Stage): Promise<Row[]> {
  const service = await stage.startService();
  const bare = await stage.startBareFastify();
  const rows: Row[] = [];
  for (const withKeys of [false, true]) {
    const what = `Decisions/s, ${CONNECTIONS} connections, 20 policies${withKeys ? ', an Idempotency-Key each' : ''}`;
    const rounds = await alternate(
      what,
      { name: 'service', measure: () => decide(service.baseUrl, ORGANIZATION, { withKeys }) },
      { name: 'bare Fastify', measure: () => decide(bare.baseUrl, ORGANIZATION, { withKeys }) },
    );
    rows.push({
      what,
      ours: perSecond(rounds.map(({ ours }) => ours.perSecond)),
      beside: `bare Fastify, records nothing: ${perSecond(rounds.map(({ beside }) => beside.perSecond))}`,
      results: rounds.map(({ ours, beside }) => ours.perSecond / beside.perSecond),
      unit: '',
      target: withKeys ? null : { bound: 'min', value: SHARE_MIN },
    });
  }
  return rows;
}
