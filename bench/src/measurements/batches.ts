// SPDX-License-Identifier: Apache-2.0
/** The gain of group commit, against the same service with one transaction for each decision. */
import { CONNECTIONS, decide } from '../generators.ts';
import { alternate } from '../rounds.ts';
import type { Stage } from '../stage.ts';
import { perSecond, type Row } from '../table.ts';

const ORGANIZATION = 'Twenty policies';
const TIMES_MIN = 6;

export async function measureBatches(stage: Stage): Promise<Row[]> {
  const service = await stage.startService();
  const single = await stage.startSingleDecisions();
  const what = `Decisions/s, ${CONNECTIONS} connections, group commit`;
  const rounds = await alternate(
    what,
    { name: 'service', measure: () => decide(service.baseUrl, ORGANIZATION) },
    { name: 'single decisions', measure: () => decide(single.baseUrl, ORGANIZATION) },
  );
  return [
    {
      what,
      ours: perSecond(rounds.map(({ ours }) => ours.perSecond)),
      beside: `one transaction a decision: ${perSecond(rounds.map(({ beside }) => beside.perSecond))}`,
      results: rounds.map(({ ours, beside }) => ours.perSecond / beside.perSecond),
      unit: '',
      target: { bound: 'min', value: TIMES_MIN },
    },
  ];
}
