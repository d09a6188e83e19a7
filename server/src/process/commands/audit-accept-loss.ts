// SPDX-License-Identifier: Apache-2.0
/** `svc-server audit accept-loss`: an operator accepts that the database lost the end of an audit chain. */
import { findOrganization } from '../../organization/operators/index.ts';
import type { Config } from '../../platform/config/index.ts';
import { acceptLoss, type NamedLoss } from '../../record/audit/index.ts';
import { withArchive } from './archive-of.ts';
import { onDatabase } from './on-database.ts';
import { plainLine } from './plain-line.ts';

const USAGE = `Usage:
  svc-server audit accept-loss ORGANIZATION LOST_SEQ LOST_HASH FOUND_SEQ
    ORGANIZATION  the name or the id
    LOST_SEQ      lostSeq, lostHash and foundSeq of the line in the log that says
    LOST_HASH     «the database lost entries of an audit chain»: the highest lostSeq
    FOUND_SEQ     when several processes say so
`;

const FAILED = 1;

interface Streams {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

/** @returns the exit code @throws Error with a message for the operator */
export async function acceptLossOf(
  operands: readonly string[],
  readConfig: () => Config,
  { stdout, stderr }: Streams,
): Promise<number> {
  const [nameOrId = ''] = operands;
  const loss = readLoss(operands);
  if (loss === null) {
    stderr.write(USAGE);
    return FAILED;
  }
  const config = readConfig();
  return await onDatabase(config, { names: stdout, stderr }, async (pool) => {
    const { id, name } = await findOrganization(pool, nameOrId);
    const entrySeq = await withArchive(config, (archive) => acceptLoss(pool, id, loss, archive));
    stdout.write(`${plainLine(`Accepted by entry ${entrySeq} of the audit of ${name}.`)}\n`);
    stdout.write('Running processes sign checkpoints again within a few seconds.\n');
  });
}

function readLoss([, lostSeq = '', lostHash = '', foundSeq = '']: readonly string[]): NamedLoss | null {
  const isReadable = /^[1-9]\d{0,14}$/.test(lostSeq) && /^[0-9a-f]{64}$/.test(lostHash) && /^\d{1,15}$/.test(foundSeq);
  return isReadable ? { lostSeq: Number(lostSeq), lostHash, foundSeq: Number(foundSeq) } : null;
}
