// SPDX-License-Identifier: Apache-2.0
/** `svc check`: one decision. */
import type { Destination, EventAction } from '@svc/contract/enums';
import { connect, unreachable } from '../connection.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { paintFor, plain, printJson, printLines, withProgress } from '../output/index.ts';
import type { World } from '../world.ts';
import { countOf } from './count.ts';

interface Options {
  readonly agent: string;
  readonly action: EventAction;
  readonly resource: string;
  readonly destination?: Destination;
  readonly records?: string;
  readonly sensitive?: boolean;
}

const EXIT_OF_OUTCOME = { ALLOW: EXIT.success, REVIEW: EXIT.review, BLOCK: EXIT.block } as const;

export async function run(world: World, options: Options): Promise<ExitCode> {
  const { agent, action, resource, destination, records, sensitive } = options;
  const recordsAffected = records === undefined ? undefined : countOf(records);
  if (sensitive === true) {
    world.stderr.write('svc: --sensitive is not sent: a decision scans `content`, which check does not have.\n');
  }
  const { client, baseUrl, keyKind } = connect(world.env);
  if (keyKind === 'LIVE') world.stderr.write('svc: this is a LIVE key: the decision is recorded and counts.\n');
  const decision = await withProgress(world, 'Asking for a decision', () =>
    client.decide({
      agent,
      action,
      resource,
      ...(destination !== undefined && { destination }),
      ...(recordsAffected !== undefined && { recordsAffected }),
    }),
  );
  // Without a fail mode: a missing decision is a failure of this command, not a BLOCK.
  if (decision.degraded) throw unreachable(decision.reasons[0] ?? 'Service unavailable.', baseUrl);
  const { degraded: _degraded, ...answer } = decision;
  if (world.json) printJson(world, answer);
  else {
    const paint = paintFor(world.stdout, world.env);
    const colour = { ALLOW: paint.green, REVIEW: paint.yellow, BLOCK: paint.red }[answer.finalDecision];
    printLines(world.stdout, [
      `${colour(answer.finalDecision)}  risk ${answer.riskScore} (${answer.riskLevel})  event ${answer.id}`,
      ...answer.reasons.map((reason) => `  ${plain(reason)}`),
    ]);
  }
  return EXIT_OF_OUTCOME[answer.finalDecision];
}
