// SPDX-License-Identifier: Apache-2.0

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { fromProc, fromPs, isPostmasterOf, isRunning, processesOfCluster, signal } from './processes.ts';

const tables = [
  { name: 'ps', table: fromPs() },
  ...(process.platform === 'linux' ? [{ name: '/proc', table: fromProc() }] : []),
];

describe.each(tables)('a process table from $name', ({ table }) => {
  it('shows a process with its words', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', '--', '-c', 'cluster_name=svc-test']);
    const pid = child.pid ?? 0;
    expect(await table.commandLine(pid)).toContain('-c cluster_name=svc-test');
    expect((await table.list()).find((each) => each.pid === pid)?.commandLine).toContain('-c cluster_name=svc-test');
    expect(await processesOfCluster('svc-test', table)).toContain(pid);
    expect(await processesOfCluster('svc-tes', table)).toEqual([]);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await table.commandLine(pid)).toBeNull();
  });

  it('does not show a process that ended and was not reaped', async () => {
    // The shell starts a child and becomes a program that never waits for it.
    const parent = spawn('/bin/sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = await once(parent.stdout, 'data');
    const zombie = Number(String(line));
    await expect.poll(() => table.commandLine(zombie)).toBeNull();
    expect(isRunning(zombie)).toBe(true);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
  });
});

describe('isPostmasterOf', () => {
  it('takes the name whole', () => {
    expect(isPostmasterOf('postgres -D /x -c cluster_name=svc-ab -c fsync=on', 'svc-ab')).toBe(true);
    expect(isPostmasterOf('postgres -D /x -c cluster_name=svc-ab', 'svc-ab')).toBe(true);
    expect(isPostmasterOf('postgres -D /x -c cluster_name=svc-abc', 'svc-ab')).toBe(false);
    expect(isPostmasterOf('postgres: svc-ab: checkpointer', 'svc-ab')).toBe(false);
    expect(isPostmasterOf(null, 'svc-ab')).toBe(false);
  });
});

describe('signal', () => {
  it.each([0, 1, -5, Number.NaN])('refuses %d, which means more than one process or the first', (pid) => {
    expect(() => signal(pid, 'SIGTERM')).toThrow(RangeError);
  });

  it('takes a process that is gone for done', async () => {
    const child = spawn('true');
    await once(child, 'exit');
    expect(() => signal(child.pid ?? 0, 'SIGTERM')).not.toThrow();
  });
});
