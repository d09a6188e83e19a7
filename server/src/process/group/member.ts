// SPDX-License-Identifier: Apache-2.0
/** One process of a group: it serves until it is told to stop, and goes on when the first process is gone. */
import cluster from 'node:cluster';
import { type Config, readConfig } from '../../platform/config/index.ts';
import { createLogger, type Logger } from '../../platform/logging/index.ts';
import { type Service, STOP_WITHIN_MS, startMember } from '../service.ts';
import { type GroupHomes, joinGroup } from './homes.ts';
import type { FromMember, ToMember } from './messages.ts';

const tell = (message: FromMember): void => {
  if (process.connected) process.send?.(message);
};

/** @throws Error with a message for the operator */
export async function runMember(): Promise<never> {
  const config = readConfig(process.env);
  const logger = createLogger(config.logLevel);
  const life: Life = { service: null, homes: null, isStopping: false };
  // Node would end it with the first process.
  if (cluster.worker !== undefined) cluster.worker.exitedAfterDisconnect = true;
  // A terminal signals every process of its group: those that serve are told to stop by the first one.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => void stop(life, logger));
  process.once('disconnect', () => logger.error(ORPHANED));
  process.on('message', (message: ToMember) => {
    if (message.kind === 'neighbours') life.homes?.learn(message.neighbours);
    else if (message.kind === 'drain') life.service?.drain();
    else if (message.kind === 'stop') void stop(life, logger);
  });
  await startWhenTold(config, logger, life);
  return await new Promise<never>(() => undefined);
}

const ORPHANED =
  'the first process is gone: this one goes on until it is stopped, or until the service is started again';

interface Life {
  service: Service | null;
  homes: GroupHomes | null;
  isStopping: boolean;
}

async function startWhenTold(config: Config, logger: Logger, life: Life): Promise<void> {
  const start = await new Promise<Extract<ToMember, { kind: 'start' }>>((resolve) => {
    process.on('message', (message: ToMember) => {
      if (message.kind === 'start') resolve(message);
    });
    tell({ kind: 'here' });
  });
  const { number, folder, shared } = start;
  const homes = await joinGroup(folder, { number, pid: process.pid });
  const service = await startMember(config, logger, { ...shared, endWaiting: async () => {} }, { number, homes });
  Object.assign(life, { homes, service });
  // The recorder takes drafts from now on.
  tell({ kind: 'joined' });
  tell({ kind: 'listening', address: service.address, firstOwnerLink: service.firstOwnerLink });
}

/** Others record for themselves what was this one's, and it still answers what they have sent. */
async function stop(life: Life, logger: Logger): Promise<void> {
  if (life.isStopping) return;
  life.isStopping = true;
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  tell({ kind: 'leaving' });
  try {
    await life.service?.stop();
    await life.homes?.close();
  } catch (error) {
    logger.error({ fault: (error as Error).name }, 'the stop failed');
    process.exit(1);
  }
  process.exit(0);
}
