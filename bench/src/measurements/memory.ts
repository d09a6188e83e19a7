// SPDX-License-Identifier: Apache-2.0
/** The memory of the process over time: the last third of its samples beside the first. */
import { execFileSync } from 'node:child_process';
import { decide } from '../generators.ts';
import { progress } from '../rounds.ts';
import type { Stage } from '../stage.ts';
import { median } from '../statistics.ts';
import type { Row } from '../table.ts';

const ORGANIZATION = 'Twenty policies';
const DECISIONS = 200_000;
const DECISIONS_PER_SAMPLE = 20_000;
const GROWTH_MAX = 1.1;

export async function measureMemory(stage: Stage): Promise<Row[]> {
  const service = await stage.startService();
  const sample = async () => {
    await decide(service.baseUrl, ORGANIZATION, { until: { requests: DECISIONS_PER_SAMPLE } });
    return residentMib(service.pid);
  };
  progress('memory: warm-up');
  await sample();
  const samples: number[] = [];
  for (let decided = DECISIONS_PER_SAMPLE; decided <= DECISIONS; decided += DECISIONS_PER_SAMPLE) {
    samples.push(await sample());
    progress(`memory: ${decided} of ${DECISIONS} decisions, ${samples.at(-1)?.toFixed(0)} MiB`);
  }
  const third = Math.floor(samples.length / 3);
  const first = median(samples.slice(0, third));
  const last = median(samples.slice(-third));
  return [
    {
      what: `Resident memory over ${DECISIONS.toLocaleString('en')} decisions, last third beside first`,
      ours: `${last.toFixed(0)} MiB`,
      beside: `first third: ${first.toFixed(0)} MiB`,
      results: [last / first],
      unit: '',
      target: { bound: 'max', value: GROWTH_MAX },
    },
  ];
}

export function residentMib(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1_024;
}
