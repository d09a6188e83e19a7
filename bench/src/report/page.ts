// SPDX-License-Identifier: Apache-2.0
/** The page of the published figures. */
import { CONNECTIONS } from '../generators.ts';
import type { Machine } from '../machine.ts';

export interface Measured {
  name: string;
  /** Over the rounds. */
  perSecond: { middle: number; least: number; most: number };
  /** At the most that it answers. */
  busyP50Ms: number;
  busyP99Ms: number;
  /** At a fixed rate. */
  steadyP50Ms: number;
  steadyP99Ms: number;
}

export interface Method {
  rounds: number;
  perSecond: number;
}

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`;

export function page(
  measured: readonly Measured[],
  { lines, warning }: Machine,
  { rounds, perSecond }: Method,
): string {
  const [ours] = measured;
  const head = [
    'Measured',
    'Decisions a second (least to most)',
    'Beside svc, one process',
    'p50, p99 at the most',
    `p50, p99 at ${perSecond} a second`,
  ];
  const times = (p50: number, p99: number) => `${milliseconds(p50)}, ${milliseconds(p99)}`;
  const rows = measured.map(({ name, perSecond: rate, busyP50Ms, busyP99Ms, steadyP50Ms, steadyP99Ms }) => [
    name,
    `${whole(rate.middle)} (${whole(rate.least)} to ${whole(rate.most)})`,
    ours === undefined ? '' : (rate.middle / ours.perSecond.middle).toFixed(2),
    times(busyP50Ms, busyP99Ms),
    times(steadyP50Ms, steadyP99Ms),
  ]);
  const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return `# Performance

\`npm run bench:report -- --write\` measures this page on the machine that it runs on. Repeat it on yours: rates
depend on the machine, ratios less so.

${lines.join('\n')}${warning === null ? '' : `\n\n${warning}`}

${table}

## What is measured

- **A decision of svc** is \`POST /v1/events\`: the key, the schema, the scan of the text, the risk, twenty
  policies, and a record in a hash chain. It is answered after PostgreSQL has committed it to disk.
- **Cerbos** answers \`POST /api/check/resources\` for one action, by the same number of rules with like conditions.
  It computes no risk and scans nothing. Its audit log is a file of lines.
- **The bare route** has the body schema and the compiled answer of svc, and does nothing in between. It is the most
  that the framework allows.

## How

- Eight requests in turn, as agents send them: reads, writes, an export of 1,200 records, a deletion, and a mail
  with a CPF in it.
- ${CONNECTIONS} connections, each of which asks again as soon as it is answered, give the rate and the times at the
  most. Another load sends ${perSecond} requests a second, however fast they are answered.
- Medians of ${rounds} rounds. All are measured in turn within each round, so that other load on the machine falls
  on each. One round goes before, in which all get warm.
- The load generator, PostgreSQL and what is measured share the processors. On a machine of two, a second process of
  svc has little room.
- PostgreSQL waits for the disk (\`fsync\` and \`synchronous_commit\` on).

## What it does not say

The figures are of one machine without a network between. They say nothing about the rules that your organization
has, or about long content: [Scaling](operating/scaling.md) has what grows with what. Other measurements are made by
\`npm run bench\`, each as a ratio to a thing beside it.
`;
}
