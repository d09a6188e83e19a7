// SPDX-License-Identifier: Apache-2.0
/** `svc outcome`: tells the service how an allowed act ended. */
import { ConflictError, type OutcomeReport, type OutcomeStatus } from '@svc/sdk';
import { connect } from '../connection.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { Failure } from '../failure.ts';
import { plain, printJson, printLines, withProgress } from '../output/index.ts';
import type { World } from '../world.ts';
import { countOf } from './count.ts';

interface Options {
  readonly records?: string;
  readonly code?: string;
}

export async function run(
  world: World,
  { records, code }: Options,
  [eventId = '', status = '']: readonly string[],
): Promise<ExitCode> {
  const recordsAffected = records === undefined ? undefined : countOf(records);
  const report: OutcomeReport = {
    // The service judges the word, and names those that it knows.
    status: status as OutcomeStatus,
    ...(recordsAffected !== undefined && { recordsAffected }),
    ...(code !== undefined && { code }),
  };
  const { client } = connect(world.env);
  const { degraded: _degraded, ...answer } = await withProgress(world, 'Reporting the outcome', () =>
    client.reportOutcome(eventId, report).catch((error: unknown) => {
      throw error instanceof ConflictError ? new Failure(error.code, error.message) : error;
    }),
  );
  if (world.json) printJson(world, answer);
  else {
    const { outcome } = answer;
    const exceeds = outcome?.exceedsStated === true ? ['  More records than the decision was asked for.'] : [];
    const unknown =
      outcome?.status === 'UNKNOWN'
        ? ['  It may have been done: do not run it again. Once you know, report it within 7 days.']
        : [];
    printLines(world.stdout, [
      `${outcome?.status ?? plain(status)}  event ${plain(answer.id)}`,
      ...exceeds,
      ...unknown,
    ]);
  }
  return EXIT.success;
}
