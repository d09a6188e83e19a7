// SPDX-License-Identifier: Apache-2.0
/** The cost of policies that cannot match, with two organizations of one process. */
import { CONNECTIONS, decide } from '../generators.ts';
import { alternate } from '../rounds.ts';
import type { Stage } from '../stage.ts';
import { perSecond, type Row } from '../table.ts';

const COST_MAX = 1.15;

export async function measurePolicies(stage: Stage): Promise<Row[]> {
  const service = await stage.startService();
  const what = `Cost of 1,000 policies of which few can match, ${CONNECTIONS} connections`;
  const rounds = await alternate(
    what,
    { name: '1,000 policies', measure: () => decide(service.baseUrl, 'Thousand policies') },
    { name: '1 policy', measure: () => decide(service.baseUrl, 'One policy') },
  );
  return [
    {
      what,
      ours: perSecond(rounds.map(({ ours }) => ours.perSecond)),
      beside: `1 policy: ${perSecond(rounds.map(({ beside }) => beside.perSecond))}`,
      results: rounds.map(({ ours, beside }) => beside.perSecond / ours.perSecond),
      unit: '',
      target: { bound: 'max', value: COST_MAX },
    },
  ];
}
