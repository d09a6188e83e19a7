// SPDX-License-Identifier: Apache-2.0
/**
 * `svc-server audit verify`: checks an export offline. It needs no configuration and no database, streams the files,
 * and names the place of the first fault.
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { type ExportFault, type ExportVerification, verifyExport } from '@svc/core/audit-export';
import { CheckpointFault, parseCheckpoint, readVerifierKey } from '@svc/core/checkpoint';
import { EncodingFault, isUtf16, plainText, readKeyMaterial, readText } from '@svc/core/text-input';

const USAGE = `Usage:
  svc-server audit verify FILE [--since FILE] [--key KEY]
    FILE          an export of the audit; - is standard input
    --since FILE  an earlier export, or an earlier checkpoint: what it covers must still be there
    --key KEY     the verifier key to trust in place of the one in the export
Ends with 0 when the export is valid, 1 when it is not, 2 when it could not be checked. Without --key and --since it
says VALID, KEY UNKNOWN and ends with 0: the export agrees with itself, and its signer is not known.
`;

/** The exit codes of the command, for scripts. */
const EXIT = { valid: 0, notValid: 1, notChecked: 2 } as const;

export interface VerifyStreams {
  stdin: AsyncIterable<Uint8Array>;
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

const READ_BYTES = 1_048_576;
/** A bare checkpoint takes a few hundred bytes. */
const CHECKPOINT_BYTES_MAX = 4_096;

/** @returns the exit code */
export async function verifyAuditFile(args: readonly string[], streams: VerifyStreams): Promise<number> {
  const asked = readArguments(args);
  if (asked === null) {
    streams.stderr.write(USAGE);
    return EXIT.notChecked;
  }
  try {
    checkKey(asked.key);
    const earlier = asked.since === null ? null : await readEarlier(asked.since, asked.key, streams);
    const key = asked.key ?? earlier?.key ?? null;
    const verification = await verifyFile(asked.file, { key, since: earlier?.checkpoint ?? null }, streams);
    if (verification.fault === null) {
      streams.stdout.write(validText(verification, keySource(asked, earlier), earlier));
      return EXIT.valid;
    }
    const where = await whereItDiffers(asked, verification.fault);
    streams.stdout.write(notValidText(verification, verification.fault, where));
    return EXIT.notValid;
  } catch (error) {
    if (!(error instanceof NotChecked) && !isFileFault(error)) throw error;
    streams.stderr.write(`Not checked: ${error.message}\n`);
    return EXIT.notChecked;
  }
}

/** The reason why the export cannot be checked at all. */
class NotChecked extends Error {}

/** @throws NotChecked when the text can be no key at all */
function checkKey(key: string | null): void {
  if (key === null) return;
  try {
    readVerifierKey(key);
  } catch (error) {
    throw new NotChecked(`--key is no verifier key. ${(error as Error).message}`);
  }
}

interface Asked {
  file: string;
  since: string | null;
  key: string | null;
}

function readArguments(args: readonly string[]): Asked | null {
  const options: Record<string, string> = {};
  const files: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] as string;
    const value = args[index + 1];
    if (word !== '--since' && word !== '--key') files.push(word);
    else if (value === undefined || options[word] !== undefined) return null;
    else {
      options[word] = value;
      index += 1;
    }
  }
  const [file, ...more] = files;
  const [since, key] = [options['--since'] ?? null, options['--key'] ?? null];
  const isReadable =
    file !== undefined && more.length === 0 && (file === '-' || !file.startsWith('-')) && since !== '-';
  return isReadable ? { file, since, key: key === null ? null : readKeyMaterial(key) } : null;
}

/** Earlier evidence: an export, whose last checkpoint counts, or a single checkpoint. */
interface Earlier {
  checkpoint: string;
  /** The key in an export; a single checkpoint carries none. */
  key: string | null;
  entries: number | null;
}

/** @throws NotChecked when the evidence proves nothing */
async function readEarlier(file: string, key: string | null, streams: VerifyStreams): Promise<Earlier> {
  const start = await readStart(file);
  if (!plainText(start.toString('utf8')).startsWith('{') && !isUtf16(start)) {
    return { checkpoint: readNote(file, start), key: null, entries: null };
  }
  const verification = await verifyFile(file, { key, since: null }, streams);
  const { fault, checkpoint } = verification;
  if (fault !== null || checkpoint === null) {
    throw new NotChecked(`the earlier export ${file} is not valid itself: ${fault === null ? '' : placeOf(fault)}.`);
  }
  return { checkpoint, key: verification.key, entries: verification.entries };
}

/**
 * The note as it was signed: mail and tickets change line ends, and add or lose blank lines.
 * @throws NotChecked when more was changed, which says nothing about the export
 */
function readNote(file: string, bytes: Uint8Array): string {
  try {
    const lines = readText(bytes)
      .split(/[\r\n]/)
      .map(readKeyMaterial)
      .filter((line) => line !== '');
    const signatures = lines.filter((line) => line.startsWith('\u2014 '));
    const body = lines.filter((line) => !line.startsWith('\u2014 '));
    const note = `${body.join('\n')}\n\n${signatures.join('\n')}\n`;
    parseCheckpoint(note);
    return note;
  } catch (error) {
    if (!(error instanceof EncodingFault) && !(error instanceof CheckpointFault)) throw error;
    throw new NotChecked(
      `the earlier checkpoint ${file} cannot be read. ${error.message} Give the four lines as they were signed.`,
    );
  }
}

async function readStart(file: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(file, { end: CHECKPOINT_BYTES_MAX - 1 })) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function verifyFile(
  file: string,
  options: { key: string | null; since: string | null },
  { stdin }: VerifyStreams,
): Promise<ExportVerification> {
  const verifier = verifyExport(options);
  const chunks = file === '-' ? stdin : createReadStream(file, { highWaterMark: READ_BYTES });
  let isStart = true;
  for await (const chunk of chunks) {
    if (isStart && isUtf16(chunk as Uint8Array)) {
      throw new NotChecked(`${file === '-' ? 'standard input' : file} is written in UTF-16: save it as UTF-8.`);
    }
    isStart = false;
    if (!verifier.push(chunk as Uint8Array)) break;
  }
  return verifier.end();
}

/** For two exports of which one was rewritten: the first entry that differs. */
async function whereItDiffers({ file, since }: Asked, fault: ExportFault): Promise<string> {
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

function placeOf({ line, seq, message, code }: ExportFault): string {
  return `line ${line}${seq === null ? '' : `, entry ${seq}`}: ${message} (${code})`;
}

function notValidText({ entries }: ExportVerification, fault: ExportFault, where: string): string {
  return `NOT VALID: ${placeOf(fault)}\n${where}Entries found right before that: ${entries}\n`;
}

type KeySource = 'given' | 'earlier' | 'itself';

function keySource({ key }: Asked, earlier: Earlier | null): KeySource {
  if (key !== null) return 'given';
  return earlier === null ? 'itself' : 'earlier';
}

const KEY_SOURCES: Record<KeySource, string> = {
  given: 'the key that was given',
  earlier: 'the key of the earlier evidence',
  itself:
    'the key in the export itself, which any signer could have made: compare it with one that you have from ' +
    'elsewhere, or give it with --key',
};

function validText(verification: ExportVerification, source: KeySource, earlier: Earlier | null): string {
  const { entries, lastHash, checkpoints, digests, checkpoint, key } = verification;
  const verdict = source === 'itself' ? 'VALID, KEY UNKNOWN' : 'VALID';
  return [
    `${verdict}: ${entries} entries, ${checkpoints} ${checkpoints === 1 ? 'checkpoint' : 'checkpoints'}`,
    `Last entry: ${entries} ${lastHash}`,
    `Digests of acts that follow from their entries: ${digests}`,
    ...(earlier === null ? [] : ['It continues what the earlier checkpoint covers.']),
    `Signed by ${KEY_SOURCES[source]}:`,
    `  ${key}`,
    'Its last checkpoint, which finds any later rewrite when you keep it (--since):',
    '',
    checkpoint ?? '',
  ].join('\n');
}

function isFileFault(error: unknown): error is Error {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string';
}
