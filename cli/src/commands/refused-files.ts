// SPDX-License-Identifier: Apache-2.0
/** A request that holds files and is refused: each fault at its place in them. */
import { ApiError } from '@svc/sdk';
import { Failure } from '../failure.ts';
import { faultLines, paintFor, printLines } from '../output/index.ts';
import { type FileFault, placed, type Sent } from '../policy-files/index.ts';
import type { World } from '../world.ts';
import { plural } from './plural.ts';

/** Runs a call, and shows the fields that the service refused where they stand in the files. */
export async function placingRefusals<Answer>(
  world: World,
  sent: Sent<FileFault>,
  call: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const found = Object.entries(error.fields).map(([field, what]) => placed(sent, field, what));
    const faults = found.filter((fault) => fault !== null);
    // With a fault outside of the files, the service's own sentence says more.
    if (faults.length === 0 || faults.length < found.length) throw error;
    if (!world.json) printLines(world.stderr, faultLines(faults, 'error', paintFor(world.stderr, world.env)));
    const fields = faults.map(({ file, line, column, message }) => [`${file}:${line}:${column}`, message]);
    const request = error.requestId === null ? '' : `, request ${error.requestId}`;
    const message = `The service found ${plural(faults.length, 'error')} in the files (${error.status}${request}).`;
    throw new Failure('invalid_files', message, 1, world.json ? Object.fromEntries(fields) : {});
  }
}
