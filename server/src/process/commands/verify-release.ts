// SPDX-License-Identifier: Apache-2.0
/**
 * `svc-server verify-release`: the files of a release are those that its provenance names, and who signed it. It needs
 * no configuration and no network.
 */
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { plainLine } from './plain-line.ts';

const [VALID, NOT_VALID, NOT_CHECKED] = [0, 1, 2] as const;
const USAGE = 'Usage: svc-server verify-release FOLDER [--key FILE]\n';
const PROVENANCE = /^svc-.*\.intoto\.json$/;
const OF_RELEASE = /^svc-/;
const PAYLOAD_TYPE = 'application/vnd.in-toto+json';
const STATEMENT = 'https://in-toto.io/Statement/v1';
const PREDICATE = 'https://slsa.dev/provenance/v1';
/** Provenance takes a few thousand bytes. */
const PROVENANCE_BYTES_MAX = 1_048_576;

interface Streams {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

/** Says nothing about the release. */
class NotChecked extends Error {}
/** The release is not the one that was made. */
class NotValid extends Error {}

/** @returns the exit code: 0 valid, 1 not valid, 2 not checked */
export async function verifyRelease(args: readonly string[], { stdout, stderr }: Streams): Promise<number> {
  try {
    const { folder, key } = await readArguments(args);
    const files = await filesIn(folder);
    const envelope = await readEnvelope(folder, files);
    const isSigned = checkSignatures(envelope, key);
    const statement = readStatement(envelope.payload);
    const checked = await checkFiles(folder, files, statement.digests);
    stdout.write(told(statement, checked, isSigned));
    return VALID;
  } catch (error) {
    if (error instanceof NotValid) {
      stdout.write(plainLine(`NOT VALID: ${error.message}`).concat('\n'));
      return NOT_VALID;
    }
    if (!(error instanceof NotChecked)) throw error;
    stderr.write(plainLine(`Not checked: ${error.message}`).concat('\n'));
    return NOT_CHECKED;
  }
}

async function readArguments(args: readonly string[]): Promise<{ folder: string; key: KeyObject | null }> {
  let parsed: { positionals: string[]; values: { key?: string } };
  try {
    parsed = parseArgs({ args: [...args], options: { key: { type: 'string' } }, allowPositionals: true });
  } catch {
    throw new NotChecked(USAGE.trim());
  }
  const [folder, ...others] = parsed.positionals;
  if (folder === undefined || others.length > 0) throw new NotChecked(USAGE.trim());
  const { key } = parsed.values;
  if (key === undefined) return { folder, key: null };
  try {
    return { folder, key: createPublicKey(await readFile(key)) };
  } catch {
    throw new NotChecked(`${key} is no public key in PEM.`);
  }
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => OF_RELEASE.test(name)).sort();
  } catch {
    throw new NotChecked(`${folder} is no folder that can be read.`);
  }
}

interface Envelope {
  payload: Buffer;
  signatures: readonly Buffer[];
}

async function readEnvelope(folder: string, files: readonly string[]): Promise<Envelope> {
  const [name, ...others] = files.filter((file) => PROVENANCE.test(file));
  if (name === undefined) throw new NotChecked(`${folder} has no provenance, a file svc-VERSION.intoto.json.`);
  if (others.length > 0) throw new NotChecked(`${folder} has the provenance of several releases: check one at a time.`);
  const text = await readFile(join(folder, name));
  if (text.length > PROVENANCE_BYTES_MAX) throw new NotValid(`${name} is larger than any provenance.`);
  const { payloadType, payload, signatures } = objectOf(text.toString('utf8'), name);
  const isEnvelope = payloadType === PAYLOAD_TYPE && typeof payload === 'string' && Array.isArray(signatures);
  if (!isEnvelope) throw new NotValid(`${name} is no DSSE envelope of an in-toto statement.`);
  const signed = signatures.map((one: { sig?: unknown } | null) => Buffer.from(String(one?.sig ?? ''), 'base64'));
  return { payload: Buffer.from(payload, 'base64'), signatures: signed };
}

/** @returns whether a key was given, by which one of the signatures holds */
function checkSignatures({ payload, signatures }: Envelope, key: KeyObject | null): boolean {
  if (key === null) return false;
  const head = `DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${payload.length} `;
  const message = Buffer.concat([Buffer.from(head), payload]);
  const algorithm = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  if (signatures.some((signature) => verify(algorithm, message, key, signature))) return true;
  throw new NotValid(
    signatures.length === 0 ? 'The provenance is not signed.' : 'The provenance is not signed by the given key.',
  );
}

interface Statement {
  version: string;
  commit: string | null;
  /** SHA-256 in hex, by the name of the file. */
  digests: ReadonlyMap<string, string>;
}

function readStatement(payload: Buffer): Statement {
  const statement = objectOf(payload.toString('utf8'), 'the statement');
  const { _type: type, predicateType, subject, predicate } = statement as Record<string, never>;
  if (type !== STATEMENT || predicateType !== PREDICATE || !Array.isArray(subject)) {
    throw new NotValid('The provenance is no statement of SLSA.');
  }
  const digests = new Map<string, string>();
  for (const one of subject as { name?: unknown; digest?: { sha256?: unknown } }[]) {
    const { name, digest } = one ?? {};
    if (typeof name !== 'string' || !/^[0-9a-f]{64}$/.test(String(digest?.sha256))) {
      throw new NotValid('The provenance names a file without its digest.');
    }
    digests.set(name, String(digest?.sha256));
  }
  const { buildDefinition } = (predicate ?? {}) as {
    buildDefinition?: {
      externalParameters?: { version?: unknown };
      resolvedDependencies?: { digest?: { gitCommit?: unknown } }[];
    };
  };
  const commits = (buildDefinition?.resolvedDependencies ?? []).map((one) => one?.digest?.gitCommit);
  const commit = commits.find((one) => typeof one === 'string');
  const version = String(buildDefinition?.externalParameters?.version);
  return { version, commit: typeof commit === 'string' ? commit : null, digests };
}

/** @returns the names of files that are there and right, and of those that are not there */
async function checkFiles(
  folder: string,
  files: readonly string[],
  digests: ReadonlyMap<string, string>,
): Promise<{ right: string[]; absent: string[] }> {
  const right: string[] = [];
  for (const name of files.filter((file) => !PROVENANCE.test(file))) {
    const expected = digests.get(name);
    if (expected === undefined) throw new NotValid(`${name} is not a file of this release.`);
    const digest = createHash('sha256');
    await pipeline(createReadStream(join(folder, name)), digest);
    if (digest.digest('hex') !== expected) throw new NotValid(`${name} is not the file that was made.`);
    right.push(name);
  }
  if (right.length === 0) throw new NotChecked(`${folder} has no file of the release beside its provenance.`);
  return { right, absent: [...digests.keys()].filter((name) => !files.includes(name)) };
}

function told(
  { version, commit }: Statement,
  checked: { right: string[]; absent: string[] },
  isSigned: boolean,
): string {
  const lines = [
    `${isSigned ? 'VALID' : 'VALID, SIGNER UNKNOWN'}: svc ${version}`,
    commit === null ? 'The provenance names no commit.' : `Built from commit ${commit}`,
    ...checked.right.map((name) => `Right: ${name}`),
    ...checked.absent.map((name) => `Not here: ${name}`),
    ...(isSigned
      ? []
      : ['Give --key the public key of who publishes the release: any person could have made these files.']),
  ];
  return `${lines.map(plainLine).join('\n')}\n`;
}

function objectOf(text: string, name: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw new NotValid(`${name} is no JSON object.`);
}
