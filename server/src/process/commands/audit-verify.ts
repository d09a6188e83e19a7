// SPDX-License-Identifier: Apache-2.0
/**
 * `svc-server audit verify`: checks an export offline. It needs no configuration and no database, streams the files,
 * and names the place of the first fault.
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { ExportFault, ExportVerification } from '@svc/core/audit-export';
import { ORIGIN } from '@svc/core/signed-approval';
import {
  type AuditFile,
  type Checked,
  type CommandStreams,
  checkAuditFile,
  isFileFault,
  KEY_SOURCES,
  NotChecked,
  placeOf,
  readAuditArguments,
} from './audit-file.ts';

const USAGE = `Usage:
  svc-server audit verify FILE [--since FILE] [--key KEY] [--origin ORIGIN]
    FILE          an export of the audit; - is standard input
    --since FILE  an earlier export, or an earlier checkpoint: what it covers must still be there
    --key KEY     the verifier key to trust in place of the one in the export
    --origin ORIGIN  the address of the pages on which approvals were signed, such as https://svc.example.com
Ends with 0 when the export is valid, 1 when it is not, 2 when it could not be checked. Without --key and --since it
says VALID, KEY UNKNOWN and ends with 0: the export agrees with itself, and its signer is not known.
`;

/** The exit codes of the command, for scripts. */
const EXIT = { valid: 0, notValid: 1, notChecked: 2 } as const;

/** @returns the exit code */
export async function verifyAuditFile(args: readonly string[], streams: CommandStreams): Promise<number> {
  const asked = readAuditArguments(args, { values: ['--origin'] });
  const origin = asked?.options['--origin'] ?? null;
  if (asked === null || (origin !== null && !ORIGIN.test(origin))) {
    streams.stderr.write(USAGE);
    return EXIT.notChecked;
  }
  try {
    const checked = await checkAuditFile(asked, streams, { origin });
    const { fault } = checked.verification;
    if (fault === null) {
      streams.stdout.write(validText(checked));
      return EXIT.valid;
    }
    const where = await whereItDiffers(asked, fault);
    streams.stdout.write(notValidText(checked.verification, fault, where));
    return EXIT.notValid;
  } catch (error) {
    if (!(error instanceof NotChecked) && !isFileFault(error)) throw error;
    streams.stderr.write(`Not checked: ${error.message}\n`);
    return EXIT.notChecked;
  }
}

/** For two exports of which one was rewritten: the first entry that differs. */
async function whereItDiffers({ file, since }: AuditFile, fault: ExportFault): Promise<string> {
  if (fault.code !== 'rewritten' || since === null || file === '-') return '';
  const earlier = hashesIn(since);
  try {
    for await (const { line, hash } of hashesIn(file)) {
      const before = await earlier.next();
      if (before.done === true) return '';
      if (before.value.hash === hash) continue;
      const there = before.value.line;
      return `The first entry that differs from the earlier export stands at line ${line} here, ${there} there.\n`;
    }
    return '';
  } finally {
    await earlier.return(undefined);
  }
}

/** Called only for exports that were read as valid JSON before, line by line. */
async function* hashesIn(file: string): AsyncGenerator<{ line: number; hash: string }> {
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1;
    if (!text.startsWith('{"entry":') && !text.startsWith('{"disclosed":')) continue;
    const { entry } = JSON.parse(text) as { entry: { hash: string } };
    yield { line, hash: entry.hash };
  }
}

const ACT_FAULTS = new Set<ExportFault['code']>(['wrong_signature', 'wrong_quorum', 'wrong_redemption']);

const signaturesText = ({ signed, verified, failed }: ExportVerification['signatures']): string =>
  `Signed approvals: ${signed}, verified ${verified}, failed ${failed}`;

function notValidText({ entries, signatures }: ExportVerification, fault: ExportFault, where: string): string {
  const told = `NOT VALID: ${placeOf(fault)}\n${where}`;
  // A fault of an act is told after the whole export was read.
  if (ACT_FAULTS.has(fault.code)) return `${told}${signaturesText(signatures)}\n`;
  return `${told}Entries found right before that: ${entries}\n`;
}

function validText({ verification, source, earlier }: Checked): string {
  const { entries, lastHash, checkpoints, digests, signatures, quorums, redemptions, checkpoint, key } = verification;
  const verdict = source === 'itself' ? 'VALID, KEY UNKNOWN' : 'VALID';
  return [
    `${verdict}: ${entries} entries, ${checkpoints} ${checkpoints === 1 ? 'checkpoint' : 'checkpoints'}`,
    `Last entry: ${entries} ${lastHash}`,
    `Digests of acts that follow from their entries: ${digests}`,
    signaturesText(signatures),
    `Reviews that several people approved: ${quorums}`,
    `Allowed acts that were redeemed, each once: ${redemptions}`,
    ...(earlier === null ? [] : ['It continues what the earlier checkpoint covers.']),
    `Signed by ${KEY_SOURCES[source]}:`,
    `  ${key}`,
    'Its last checkpoint, which finds any later rewrite when you keep it (--since):',
    '',
    checkpoint ?? '',
  ].join('\n');
}
