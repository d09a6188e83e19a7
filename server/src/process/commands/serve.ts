// SPDX-License-Identifier: Apache-2.0
/** Runs the service until a signal stops it, and ends the process in order. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Config, unknownVariables } from '../../platform/config/index.ts';
import { createLogger, type Logger } from '../../platform/logging/index.ts';
import { type Prepare, processesOf } from '../prepare.ts';
import { type Service, STOP_WITHIN_MS, startService } from '../service.ts';

export async function serve(config: Config): Promise<never> {
  const logger = createLogger(config.logLevel);
  const prepare: Prepare = async (database, vault) => {
    const { provisionAtStart } = await import('./provision/at-start.ts');
    await provisionAtStart(database.address, vault, config, logger);
    return new Set();
  };
  return await runUntilStopped(config, logger, (signal) => start(config, logger, prepare, signal));
}

/** Several processes are another way to run the same. */
async function start(config: Config, logger: Logger, prepare: Prepare, signal: AbortSignal): Promise<Started> {
  if (processesOf(config) === 1) return await startService(config, logger, prepare, signal);
  const { startGroup } = await import('../group/index.ts');
  return await startGroup(config, logger, prepare, signal);
}

type Started = Pick<Service, 'address' | 'firstOwnerLink' | 'drain' | 'stop'>;

/** @param asked one process unless the environment says more: it is for a look on a person's machine */
export async function serveQuickStart(asked: Config): Promise<never> {
  const config = { ...asked, processes: asked.processes ?? 1 };
  const logger = createLogger(config.logLevel);
  return await runUntilStopped(config, logger, async (signal) => {
    // Not awaited before the start: it loads while PostgreSQL starts.
    const loading = import('./quick-start/index.ts').then(({ quickStart }) => quickStart(config, logger));
    const prepare: Prepare = async (database, vault) => (await loading).prepare(database, vault);
    const [service, { welcome }] = await Promise.all([start(config, logger, prepare, signal), loading]);
    process.stdout.write(welcome(config.baseUrl ?? service.address));
    return service;
  });
}

/** A start that is under way is stopped in order too: what it has started by then does not stay behind. */
async function runUntilStopped(
  config: Config,
  logger: Logger,
  startAll: (signal: AbortSignal) => Promise<Started>,
): Promise<never> {
  for (const warning of unknownVariables(process.env)) logger.warn(warning);
  const stopping = new AbortController();
  const hurry = new AbortController();
  const stopped = new Promise<number>((resolve) => {
    const stop = (signal: NodeJS.Signals) => {
      // A second signal does not wait for a balancer.
      if (stopping.signal.aborted) return hurry.abort();
      const drainMs = drainMsOf(config, signal);
      logger.info({ signal, drainSeconds: drainMs / 1_000 }, 'stopping');
      setTimeout(() => process.exit(1), STOP_WITHIN_MS + drainMs).unref();
      stopping.abort();
      resolve(drainMs);
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  });
  const service = await startAll(stopping.signal).catch((error: unknown) => {
    if (stopping.signal.aborted) process.exit(0);
    throw error;
  });
  if (service.firstOwnerLink !== null) {
    process.stdout.write(`Nobody has an account yet. For one hour this link makes the first owner, once:\n`);
    process.stdout.write(`${service.firstOwnerLink}\n`);
  }
  const drainMs = await stopped;
  service.drain();
  await delay(drainMs, undefined, { signal: hurry.signal }).catch(() => undefined);
  await service.stop();
  process.exit(0);
}

/** SIGINT comes from a person at a terminal, who has no balancer before it. */
function drainMsOf({ drainSeconds, trustProxy }: Config, signal: NodeJS.Signals): number {
  if (signal === 'SIGINT') return 0;
  return (drainSeconds ?? (trustProxy.length > 0 ? DRAIN_SECONDS : 0)) * 1_000;
}

const DRAIN_SECONDS = 5;
