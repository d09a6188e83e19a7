// SPDX-License-Identifier: Apache-2.0

import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { COMMAND_OUTPUT_BYTES_MAX, PROCESS_LIST_WITHIN_MS } from './limits.ts';

/**
 * Identifies processes of the system. A postmaster and its children carry the cluster's name in their command line,
 * which every user may read. The links cwd and exe in /proc/<pid> would say more, but a container's root may not read
 * another user's. The name comes from the directory's device and inode, so a copied data directory has another.
 */
export interface ProcessTable {
  /** False where a look-up starts a program and does not belong in a loop. */
  isCheap: boolean;
  /** The command line, words joined by a space; null when there is no such process or it is a zombie. */
  commandLine(pid: number): Promise<string | null>;
  list(): Promise<{ pid: number; commandLine: string }[]>;
}

export const processTable: ProcessTable = process.platform === 'linux' ? fromProc() : fromPs();

export function isPostmasterOf(commandLine: string | null, clusterName: string): boolean {
  return commandLine !== null && `${commandLine} `.includes(` -c cluster_name=${clusterName} `);
}

function isChildOf(commandLine: string, clusterName: string): boolean {
  return commandLine.startsWith(`postgres: ${clusterName}: `);
}

/** Every process of the cluster, postmasters and the backends that outlived one. */
export async function processesOfCluster(clusterName: string, table = processTable): Promise<number[]> {
  const all = await table.list();
  return all
    .filter(({ commandLine }) => isPostmasterOf(commandLine, clusterName) || isChildOf(commandLine, clusterName))
    .map(({ pid }) => pid);
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** A process that is gone already needs no signal. */
export function signal(pid: number, name: NodeJS.Signals): void {
  if (!(pid > 1))
    throw new RangeError('Not the pid of a server: 0 and below mean process groups, 1 is the init process.');
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

export function fromProc(): ProcessTable {
  const read = (pid: number): string | null => {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trimEnd();
      return words === '' ? null : words;
    } catch {
      return null;
    }
  };
  return {
    isCheap: true,
    commandLine: async (pid) => read(pid),
    list: async () =>
      readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .flatMap((name) => {
          const commandLine = read(Number(name));
          return commandLine === null ? [] : [{ pid: Number(name), commandLine }];
        }),
  };
}

export function fromPs(): ProcessTable {
  const list = async (selection: string[]) => {
    const options = { timeout: PROCESS_LIST_WITHIN_MS, maxBuffer: COMMAND_OUTPUT_BYTES_MAX };
    const { stdout } = await promisify(execFile)('ps', [...selection, '-ww', '-o', 'pid=,stat=,args='], options);
    return stdout.split('\n').flatMap((line) => {
      const [, pid, state, commandLine] = /^\s*(\d+)\s+(\S+)\s+(.*\S)\s*$/.exec(line) ?? [];
      if (pid === undefined || state === undefined || commandLine === undefined) return [];
      return state.startsWith('Z') ? [] : [{ pid: Number(pid), commandLine }];
    });
  };
  return {
    isCheap: false,
    // ps exits with 1 when there is no such process.
    commandLine: async (pid) => (await list(['-p', String(pid)]).catch(() => []))[0]?.commandLine ?? null,
    list: () => list(['-A']),
  };
}
