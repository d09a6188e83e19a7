// SPDX-License-Identifier: Apache-2.0
/**
 * `svc-server audit replay`: checks an export offline, and decides each of its decisions again from what stands before
 * it in the chain. It streams the file, and needs no configuration and no database.
 */
import { availableParallelism } from 'node:os';
import { AUDIT_ENTRY_NUMBER } from '@svc/contract';
import { openReplaying, ReplayRefused, verdictOf } from '../../../record/replay/index.ts';
import {
  type AuditFile,
  type CommandStreams,
  checkAuditFile,
  isFileFault,
  NotChecked,
  placeOf,
  readAuditArguments,
} from '../audit-file.ts';
import { reportJson, reportText } from './report.ts';

const USAGE = `Usage:
  svc-server audit replay FILE [--since FILE] [--key KEY] [--from N] [--to N] [--json]
    FILE          an export of the audit; - is standard input
    --since FILE  an earlier export, or an earlier checkpoint: what it covers must still be there
    --key KEY     the verifier key to trust in place of the one in the export
    --from N      decides again from the entry N on; the rules are read from the first entry on
    --to N        decides again up to the entry N, that one too
    --json        prints the outcome as JSON
Ends with 0 when each decision follows from the rules before it, 1 when one does not, 2 when the file cannot be read or
is not valid, 3 when some could not be decided and all others follow.
`;

/** The exit codes of the command, for scripts. */
const EXIT_OF_VERDICT = { ALIKE: 0, DIFFERS: 1, NOT_VALID: 2, UNDECIDED: 3 } as const;

/** One more thread reads and checks the file. */
const THREADS = Math.min(16, Math.max(1, availableParallelism() - 1));

const PROGRESS_EVERY_MS = 2_000;

interface Asked extends AuditFile {
  from: number;
  to: number;
  isJson: boolean;
}

/** @returns the exit code */
export async function replayAuditFile(args: readonly string[], streams: CommandStreams): Promise<number> {
  const asked = readArguments(args);
  if (asked === null) {
    streams.stderr.write(USAGE);
    return EXIT_OF_VERDICT.NOT_VALID;
  }
  const replaying = openReplaying(({ seq }) => seq >= asked.from && seq <= asked.to, THREADS);
  const progress = setInterval(
    () => streams.stderr.write(`${replaying.decided()} decisions decided again\n`),
    PROGRESS_EVERY_MS,
  );
  try {
    const checked = await checkAuditFile(asked, streams, { onEntry: replaying.take, afterChunk: replaying.hasRoom });
    const { fault } = checked.verification;
    if (fault !== null) throw new NotChecked(`the export is not valid: ${placeOf(fault)}`);
    const tally = await replaying.outcome();
    streams.stdout.write(asked.isJson ? reportJson(tally, checked) : reportText(tally, checked));
    return EXIT_OF_VERDICT[verdictOf(tally)];
  } catch (error) {
    if (!(error instanceof NotChecked || error instanceof ReplayRefused) && !isFileFault(error)) throw error;
    streams.stderr.write(`Not decided again: ${error.message}\n`);
    return EXIT_OF_VERDICT.NOT_VALID;
  } finally {
    clearInterval(progress);
    await replaying.close();
  }
}

const ENTRY_NUMBER = new RegExp(AUDIT_ENTRY_NUMBER);

function readArguments(args: readonly string[]): Asked | null {
  const read = readAuditArguments(args, { values: ['--from', '--to'], flags: ['--json'] });
  if (read === null) return null;
  const { options, ...file } = read;
  const { '--from': from, '--to': to } = options;
  if ([from, to].some((one) => one !== undefined && !ENTRY_NUMBER.test(one))) return null;
  return {
    ...file,
    from: from === undefined ? 1 : Number(from),
    to: to === undefined ? Number.POSITIVE_INFINITY : Number(to),
    isJson: options['--json'] !== undefined,
  };
}
