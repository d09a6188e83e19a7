// SPDX-License-Identifier: Apache-2.0
/** Runs the service until a signal stops it, and ends the process in order. */
import { type Config, unknownVariables } from '../../platform/config/index.ts';
import { createLogger, type Logger } from '../../platform/logging/index.ts';
import { type Prepare, type Service, startService } from '../service.ts';

/** All work under way is given up after this long. */
const STOP_WITHIN_MS = 10_000;

export async function serve(config: Config): Promise<never> {
  const logger = createLogger(config.logLevel);
  const prepare: Prepare = async (database, vault) => {
    const { provisionAtStart } = await import('./provision/at-start.ts');
    await provisionAtStart(database.address, vault, config, logger);
    return new Set();
  };
  return await runUntilStopped(logger, (signal) => startService(config, logger, prepare, signal));
}

export async function serveQuickStart(config: Config): Promise<never> {
  const logger = createLogger(config.logLevel);
  return await runUntilStopped(logger, async (signal) => {
    // Not awaited before the start: it loads while PostgreSQL starts.
    const loading = import('./quick-start/index.ts').then(({ quickStart }) => quickStart(config, logger));
    const prepare: Prepare = async (database, vault) => (await loading).prepare(database, vault);
    const [service, { welcome }] = await Promise.all([startService(config, logger, prepare, signal), loading]);
    process.stdout.write(welcome(config.baseUrl ?? service.address));
    return service;
  });
}

/** A start that is under way is stopped in order too: what it has started by then does not stay behind. */
async function runUntilStopped(logger: Logger, start: (signal: AbortSignal) => Promise<Service>): Promise<never> {
  for (const warning of unknownVariables(process.env)) logger.warn(warning);
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => {
    const stop = (signal: NodeJS.Signals) => {
      if (stopping.signal.aborted) return;
      logger.info({ signal }, 'stopping');
      setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
      stopping.abort();
      resolve();
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  });
  const service = await start(stopping.signal).catch((error: unknown) => {
    if (stopping.signal.aborted) process.exit(0);
    throw error;
  });
  if (service.firstOwnerLink !== null) {
    process.stdout.write(`Nobody has an account yet. For one hour this link makes the first owner, once:\n`);
    process.stdout.write(`${service.firstOwnerLink}\n`);
  }
  await stopped;
  await service.stop();
  process.exit(0);
}
