// SPDX-License-Identifier: Apache-2.0
/** Faults for the processes of one data directory. Only processes that carry its cluster's name are touched. */
import { clusterDirectoryIn, clusterName } from '../../postgres/src/cluster.ts';
import { processesOfCluster, signal } from '../../postgres/src/processes.ts';
import { findPostmaster } from '../../postgres/src/start.ts';
import type { Random } from './random.ts';
import type { SvcServer } from './svc-server.ts';

export const FAULTS = ['service', 'postmaster', 'postgres', 'backend', 'both'] as const;
export type Fault = (typeof FAULTS)[number];

export const KILLS_SERVICE: Record<Fault, boolean> = {
  service: true,
  postmaster: false,
  postgres: false,
  backend: false,
  both: true,
};

/** Kills at once, with SIGKILL. @returns the PostgreSQL processes that must be gone before it has recovered */
export async function strike(fault: Fault, service: SvcServer, dataDir: string, random: Random): Promise<number[]> {
  const postmaster = await postmasterOf(dataDir);
  const all = await processesOf(dataDir);
  const children = all.filter((pid) => pid !== postmaster);
  const server = postmaster === null ? [] : [postmaster];
  const kill = (pids: readonly number[]) => {
    for (const pid of pids) signal(pid, 'SIGKILL');
  };
  switch (fault) {
    case 'service':
      service.kill('SIGKILL');
      return [];
    case 'postmaster':
      kill(server);
      return all;
    case 'postgres':
      kill(random.chance(0.5) ? [...server, ...children] : [...children, ...server]);
      return all;
    case 'backend':
      // The postmaster then ends all the others, and recovers.
      kill([random.pick(children)]);
      return children;
    case 'both':
      if (random.chance(0.5)) service.kill('SIGKILL');
      kill(random.chance(0.5) ? [...server, ...children] : server);
      service.kill('SIGKILL');
      return all;
  }
}

export async function postmasterOf(dataDir: string): Promise<number | null> {
  const directory = clusterDirectoryIn(dataDir);
  const name = clusterName(directory);
  return name === null ? null : await findPostmaster({ directory, name });
}

/** Returns every PostgreSQL process on this data directory. */
export async function processesOf(dataDir: string): Promise<number[]> {
  const name = clusterName(clusterDirectoryIn(dataDir));
  return name === null ? [] : await processesOfCluster(name);
}
