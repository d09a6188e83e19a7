/** What is done to the processes of one data directory. Only processes that carry its cluster's name are touched. */
import { clusterDirectoryIn, clusterName } from '../../server/src/db/embedded/cluster.ts';
import { processesOfCluster, signal } from '../../server/src/db/embedded/processes.ts';
import { findPostmaster } from '../../server/src/db/embedded/start.ts';
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

/** Kills at once, with SIGKILL. @returns the pid of the postmaster that died, null when none did */
export async function strike(
  fault: Fault,
  service: SvcServer,
  dataDir: string,
  random: Random,
): Promise<number | null> {
  const postmaster = await postmasterOf(dataDir);
  const all = await processesOf(dataDir);
  const children = all.filter((pid) => pid !== postmaster);
  const kill = (pids: readonly number[]) => {
    for (const pid of pids) signal(pid, 'SIGKILL');
  };
  const server = postmaster === null ? [] : [postmaster];
  switch (fault) {
    case 'service':
      service.kill('SIGKILL');
      return null;
    case 'postmaster':
      kill(server);
      return postmaster;
    case 'postgres':
      kill(random.chance(0.5) ? [...server, ...children] : [...children, ...server]);
      return postmaster;
    case 'backend':
      // The postmaster ends all the others then, and recovers.
      kill(children.length === 0 ? [] : [random.pick(children)]);
      return null;
    case 'both': {
      const withChildren = random.chance(0.5) ? [...server, ...children] : server;
      if (random.chance(0.5)) service.kill('SIGKILL');
      kill(withChildren);
      service.kill('SIGKILL');
      return postmaster;
    }
  }
}

export async function postmasterOf(dataDir: string): Promise<number | null> {
  const directory = clusterDirectoryIn(dataDir);
  const name = clusterName(directory);
  return name === null ? null : await findPostmaster({ directory, name });
}

/** Every process of PostgreSQL on this data directory. */
export async function processesOf(dataDir: string): Promise<number[]> {
  const name = clusterName(clusterDirectoryIn(dataDir));
  return name === null ? [] : await processesOfCluster(name);
}
