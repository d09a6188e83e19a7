// SPDX-License-Identifier: Apache-2.0

import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DataDirectoryInUseError, explain, hasCode } from './errors.ts';
import { LOCK_POLL_MS, LOCK_PROBE_WITHIN_MS, LOCK_SETTLE_MS } from './limits.ts';

/** Held by the one live service process of a data directory; the kernel drops it with the process, however it ends. */
export interface DataDirectoryLock {
  release(): Promise<void>;
}

export async function lockDataDirectory(dataDir: string): Promise<DataDirectoryLock> {
  const lockDir = join(dataDir, 'lock');
  try {
    mkdirSync(lockDir, { recursive: true, mode: 0o700 });
    return process.platform === 'darwin' ? lockByOpen(dataDir, lockDir) : await lockByClaim(dataDir, lockDir);
  } catch (error) {
    throw explain(error, (code) => `The data directory ${dataDir} cannot be locked (${code}).`);
  }
}

/**
 * Node has no flock, so on Linux a claim is a listening socket of a unique name in the directory. A live process
 * accepts, and a dead one's socket refuses. Neither a reused pid nor another container on the same volume is mistaken.
 * Every process publishes its claim before it looks at the others', so of two at least one sees the other.
 */
async function lockByClaim(dataDir: string, lockDir: string): Promise<DataDirectoryLock> {
  const directory = openSync(lockDir, constants.O_RDONLY | constants.O_DIRECTORY);
  // Through the descriptor the path is short, whatever the length of the data directory's own.
  const reach = (name: string) => `/proc/self/fd/${directory}/${name}`;
  const own = `${process.pid}-${randomBytes(8).toString('hex')}`;
  const server = createServer((socket) => socket.destroy());
  const release = async () => {
    await new Promise<void>((resolve) => server.close(() => resolve()));
    rmSync(reach(own), { force: true });
    closeSync(directory);
  };
  try {
    // A bound socket refuses until it listens and would look dead, so it gets its public name only after that.
    await listen(server, reach(`.${own}`));
    chmodSync(reach(`.${own}`), CLAIM_MODE);
    renameSync(reach(`.${own}`), reach(own));
    server.unref();
    const holder = await findOtherHolder(own, reach);
    if (holder !== null) throw inUse(dataDir, holder);
    chmodSync(reach(own), HELD_MODE);
  } catch (error) {
    await release();
    throw error;
  }
  return { release };
}

/** A claim says by its mode whether it won, which changes in one step while its name stays visible to every look. */
const CLAIM_MODE = 0o600;
const HELD_MODE = 0o700;

/**
 * The smaller name of two simultaneous claims stays: the larger one withdraws at once, and the smaller one waits for
 * that. A larger claim that neither wins nor goes away belongs to a stopped process: it is left the lock.
 */
async function findOtherHolder(own: string, reach: (name: string) => string): Promise<string | null> {
  const deadlineMs = performance.now() + LOCK_SETTLE_MS;
  for (;;) {
    const others = await liveClaims(own, reach);
    if (others.length === 0) return null;
    const stronger = others.find((name) => name < own || isHeld(reach(name)));
    if (stronger !== undefined) return stronger;
    if (performance.now() > deadlineMs) return others[0] ?? null;
    await delay(LOCK_POLL_MS);
  }
}

async function liveClaims(own: string, reach: (name: string) => string): Promise<string[]> {
  const live: string[] = [];
  for (const name of readdirSync(reach('.'))) {
    if (name === own || name.startsWith('.')) continue;
    if (await accepts(reach(name))) live.push(name);
    else rmSync(reach(name), { force: true });
  }
  return live;
}

function isHeld(path: string): boolean {
  return ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o777) === HELD_MODE;
}

/**
 * Only a refusal proves that there is no listener; a stopped process still fills its queue (EAGAIN) and counts as
 * alive.
 */
function accepts(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const finish = (alive: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(alive);
    };
    const timer = setTimeout(() => finish(true), LOCK_PROBE_WITHIN_MS);
    socket.once('connect', () => finish(true));
    socket.once('error', (error) => finish(!hasCode(error, 'ECONNREFUSED', 'ENOENT')));
  });
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ path, exclusive: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** macOS locks a file while opening it (O_EXLOCK of open(2)); Node passes the flag on but has no name for it. */
const O_EXLOCK = 0x20;

function lockByOpen(dataDir: string, lockDir: string): DataDirectoryLock {
  const path = join(lockDir, 'holder');
  try {
    const file = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | O_EXLOCK, 0o600);
    ftruncateSync(file);
    writeSync(file, String(process.pid));
    return { release: async () => closeSync(file) };
  } catch (error) {
    if (hasCode(error, 'EAGAIN', 'EWOULDBLOCK')) throw inUse(dataDir, readFileSync(path, 'utf8'));
    throw error;
  }
}

function inUse(dataDir: string, holder: string): DataDirectoryInUseError {
  const pid = /^\d+/.exec(holder)?.[0] ?? 'unknown';
  return new DataDirectoryInUseError(
    `The data directory ${dataDir} is in use by another service process (pid ${pid}); ` +
      'stop it, or give this one a directory of its own with SVC_DATA_DIR.',
  );
}
