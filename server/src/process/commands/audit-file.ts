// SPDX-License-Identifier: Apache-2.0
/**
 * A file with an export of the audit, and the earlier evidence beside it. The commands that check one stream them, and
 * need no configuration and no database.
 */
import { createReadStream } from 'node:fs';
import {
  type ExportFault,
  type ExportVerification,
  type ExportVerifierOptions,
  verifyExport,
} from '@svc/core/audit-export';
import { CheckpointFault, parseCheckpoint, readVerifierKey } from '@svc/core/checkpoint';
import { EncodingFault, isUtf16, plainText, readKeyMaterial, readText } from '@svc/core/text-input';

/** An export to check, and what it is checked against. */
export interface AuditFile {
  /** - is standard input */
  file: string;
  since: string | null;
  key: string | null;
}

export interface CommandStreams {
  stdin: AsyncIterable<Uint8Array>;
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

const READ_BYTES = 1_048_576;
/** A bare checkpoint takes a few hundred bytes. */
const CHECKPOINT_BYTES_MAX = 4_096;

/** Further work on entries, while the file is read. */
export interface Reading extends Pick<ExportVerifierOptions, 'onEntry' | 'origin'> {
  /** More is read when it has resolved. */
  afterChunk?: (bytes: number) => Promise<void>;
}

export interface Checked {
  verification: ExportVerification;
  earlier: Earlier | null;
  source: KeySource;
}

/** @throws NotChecked, or the fault of reading a file */
export async function checkAuditFile(asked: AuditFile, streams: CommandStreams, reading: Reading): Promise<Checked> {
  checkKey(asked.key);
  const earlier = asked.since === null ? null : await readEarlier(asked.since, asked.key, streams);
  const key = asked.key ?? earlier?.key ?? null;
  const verification = await verifyFile(asked.file, { ...reading, key, since: earlier?.checkpoint ?? null }, streams);
  const ofEvidence = earlier === null ? 'itself' : 'earlier';
  return { verification, earlier, source: asked.key === null ? ofEvidence : 'given' };
}

/**
 * @param values names of further options with a value @param flags names of options without one
 * @returns null for arguments of another form
 */
export function readAuditArguments(
  args: readonly string[],
  { values = [], flags = [] }: { values?: readonly string[]; flags?: readonly string[] } = {},
): (AuditFile & { options: Readonly<Record<string, string>> }) | null {
  const options: Record<string, string> = {};
  const files: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] as string;
    const isFlag = flags.includes(word);
    if (!isFlag && !['--since', '--key', ...values].includes(word)) {
      files.push(word);
      continue;
    }
    const value = isFlag ? '' : args[index + 1];
    if (value === undefined || options[word] !== undefined) return null;
    options[word] = value;
    if (!isFlag) index += 1;
  }
  const [file, ...more] = files;
  const [since, key] = [options['--since'] ?? null, options['--key'] ?? null];
  const isReadable =
    file !== undefined && more.length === 0 && (file === '-' || !file.startsWith('-')) && since !== '-';
  return isReadable ? { file, since, key: key === null ? null : readKeyMaterial(key), options } : null;
}

/** The reason why the export cannot be checked at all. */
export class NotChecked extends Error {}

/** @throws NotChecked when the text can be no key at all */
function checkKey(key: string | null): void {
  if (key === null) return;
  try {
    readVerifierKey(key);
  } catch (error) {
    throw new NotChecked(`--key is no verifier key. ${(error as Error).message}`);
  }
}

/** Earlier evidence: an export, whose last checkpoint counts, or a single checkpoint. */
interface Earlier {
  checkpoint: string;
  /** The key in an export; a single checkpoint carries none. */
  key: string | null;
  entries: number | null;
}

/** @throws NotChecked when the evidence proves nothing */
async function readEarlier(file: string, key: string | null, streams: CommandStreams): Promise<Earlier> {
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
  { afterChunk, ...options }: ExportVerifierOptions & Reading,
  { stdin }: CommandStreams,
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
    await afterChunk?.((chunk as Uint8Array).length);
  }
  return verifier.end();
}

export function placeOf({ line, seq, message, code }: ExportFault): string {
  return `line ${line}${seq === null ? '' : `, entry ${seq}`}: ${message} (${code})`;
}

/** Who vouches for the signer of an export. */
export type KeySource = 'given' | 'earlier' | 'itself';

export const KEY_SOURCES: Record<KeySource, string> = {
  given: 'the key that was given',
  earlier: 'the key of the earlier evidence',
  itself:
    'the key in the export itself, which any signer could have made: compare it with one that you have from ' +
    'elsewhere, or give it with --key',
};

/** The file cannot be read. */
export function isFileFault(error: unknown): error is Error {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string';
}
