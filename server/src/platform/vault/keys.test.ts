// SPDX-License-Identifier: Apache-2.0

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { amount } from '#harness/amount';
import { loadOrCreateKeyFile, parseEncryptionKeys, VaultError } from './index.ts';

let parent: string;
let dataDir: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'svc-keys-'));
  dataDir = join(parent, 'data');
});

afterEach(() => rmSync(parent, { recursive: true, force: true }));

describe('parseEncryptionKeys', () => {
  it('takes one key or several, in order, with spaces around the commas', () => {
    const keys = [randomBytes(32), randomBytes(32)];
    expect(parseEncryptionKeys(keys[0]?.toString('base64') ?? '')).toEqual([keys[0]]);
    expect(parseEncryptionKeys(` ${keys.map((key) => key.toString('base64')).join(' , ')}\n`)).toEqual(keys);
  });

  const valid = randomBytes(32).toString('base64');
  it.each([
    ['nothing', ''],
    ['31 bytes', randomBytes(31).toString('base64')],
    ['33 bytes', randomBytes(33).toString('base64')],
    ['hexadecimal', randomBytes(32).toString('hex')],
    ['a trailing comma', `${valid},`],
    ['the same key twice', `${valid},${valid}`],
    ['a passphrase', 'correct horse battery staple correct horse ba'],
    ['spare bits set', `${Buffer.alloc(32).toString('base64').slice(0, -2)}B=`],
    ['more than 16 keys', Array.from({ length: 17 }, () => randomBytes(32).toString('base64')).join()],
  ])('refuses %s, naming the variable and not the value', (_name, value) => {
    let message = '';
    try {
      parseEncryptionKeys(value);
    } catch (error) {
      message = error instanceof VaultError ? error.message : '';
    }
    expect(message).toMatch(/^SVC_ENCRYPTION_KEY\b/);
    for (const part of value.split(',').filter((text) => text.length > 8)) expect(message).not.toContain(part);
  });
});

describe('loadOrCreateKeyFile', () => {
  it('makes one random key in a private directory and file, and reads it again', () => {
    const made = loadOrCreateKeyFile(dataDir);
    expect(made).toHaveLength(1);
    expect(made[0]).toHaveLength(32);
    expect(loadOrCreateKeyFile(dataDir)).toEqual(made);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'encryption.key')).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toEqual(['encryption.key']);
  });

  it('gives every one of many processes that start at once the same key', async () => {
    const module = new URL('index.ts', import.meta.url).href;
    const script = `const { loadOrCreateKeyFile } = await import(${JSON.stringify(module)});
      process.stdout.write(loadOrCreateKeyFile(process.argv[1])[0].toString('hex'));`;
    const options = ['--import', 'tsx', '--input-type=module', '-e', script, dataDir];
    const runs = Array.from({ length: amount(3, 6) }, () => promisify(execFile)(process.execPath, options));
    const keys = (await Promise.all(runs)).map(({ stdout }) => stdout);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toBe(loadOrCreateKeyFile(dataDir)[0]?.toString('hex'));
    expect(readdirSync(dataDir)).toEqual(['encryption.key']);
  });

  it('reads several keys from a file that an operator edited', () => {
    const [old] = loadOrCreateKeyFile(dataDir);
    const path = join(dataDir, 'encryption.key');
    const added = randomBytes(32);
    writeFileSync(path, `${added.toString('base64')},${readFileSync(path, 'utf8')}`);
    expect(loadOrCreateKeyFile(dataDir)).toEqual([added, old]);
  });

  it('refuses a file that others may read, a link and a broken key, naming the file', () => {
    loadOrCreateKeyFile(dataDir);
    const path = join(dataDir, 'encryption.key');
    chmodSync(path, 0o640);
    expect(() => loadOrCreateKeyFile(dataDir)).toThrow(path);
    chmodSync(path, 0o600);
    writeFileSync(path, 'AAAA');
    expect(() => loadOrCreateKeyFile(dataDir)).toThrow(path);
    rmSync(path);
    writeFileSync(join(parent, 'elsewhere'), randomBytes(32).toString('base64'), { mode: 0o600 });
    symlinkSync(join(parent, 'elsewhere'), path);
    expect(() => loadOrCreateKeyFile(dataDir)).toThrow(path);
  });
});
