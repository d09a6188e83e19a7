// SPDX-License-Identifier: Apache-2.0
/** Redemptions a second beside decisions a second, by the same load. */
import type { ActsResult, ActsSpec } from '../load/acts.ts';
import { ALLOWED_BODY, headersFor } from '../organizations.ts';
import { startGenerator } from '../processes.ts';
import { alternate } from '../rounds.ts';
import type { Stage } from '../stage.ts';
import { perSecond, type Row } from '../table.ts';

const ACTS = new URL('../load/acts.ts', import.meta.url);
const ORGANIZATION = 'One policy';
const CONNECTIONS = 64;
const ACTS_A_ROUND = 3_000;
const ROUNDS = 11;
const SHARE_MIN = 0.8;

export async function measureRedemptions(stage: Stage): Promise<Row[]> {
  const { baseUrl } = await stage.startService();
  const generator = startGenerator<ActsSpec, ActsResult>(ACTS);
  try {
    const measure = (kind: ActsSpec['kind']) => () =>
      generator.run({
        baseUrl,
        headers: headersFor(ORGANIZATION),
        body: ALLOWED_BODY,
        kind,
        acts: ACTS_A_ROUND,
        connections: CONNECTIONS,
      });
    const rounds = await alternate(
      'redemptions',
      { name: 'redemptions', measure: measure('redeem') },
      { name: 'decisions', measure: measure('decide') },
      ROUNDS,
    );
    return [
      {
        what: `Redemptions/s, ${CONNECTIONS} connections, a key each`,
        ours: perSecond(rounds.map(({ ours }) => ours.perSecond)),
        beside: `POST /v1/events, a key each: ${perSecond(rounds.map(({ beside }) => beside.perSecond))}`,
        results: rounds.map(({ ours, beside }) => ours.perSecond / beside.perSecond),
        unit: '',
        target: { bound: 'min', value: SHARE_MIN },
      },
    ];
  } finally {
    await generator.stop();
  }
}
