/** `svc-server`: reads the configuration, runs a command, and is the only file that ends the process. */
import { pino } from 'pino';
import { type Config, ConfigError, readConfig } from './config/index.ts';
import { type Prepare, type Service, startService } from './service.ts';

const USAGE = `Usage:
  svc-server                    run the service
  svc-server quick-start        run it with a first organization to try
  svc-server provision FILE     apply a provisioning file and end
  svc-server psql [--organization NAME] [--write]
                                look into the database, or run statements of standard input
  svc-server audit verify FILE [--since FILE] [--key KEY]
                                check an export of the audit, offline; - is standard input
Configuration is read from the environment; docs/reference/configuration.md lists it.
`;

/** All work under way is given up after this long. */
const STOP_WITHIN_MS = 10_000;

async function main(args: readonly string[]): Promise<void> {
  const [command, file, ...rest] = args;
  if (command === undefined) return await serve(readConfig(process.env));
  if (command === 'quick-start' && file === undefined) return await serveQuickStart(readConfig(process.env));
  if (command === 'provision' && file !== undefined && rest.length === 0) {
    const { provisionFile } = await import('./commands/provision.ts');
    return await provisionFile(readConfig(process.env), file, loggerFor('warn'), process.stdout);
  }
  if (command === 'psql') {
    const { runPrompt } = await import('./commands/psql/index.ts');
    process.exitCode = await runPrompt(args.slice(1), () => readConfig(process.env), loggerFor('warn'), process);
    return;
  }
  if (command === 'audit' && file === 'verify') {
    const { verifyAuditFile } = await import('./commands/audit-verify.ts');
    process.exitCode = await verifyAuditFile(rest, process);
    return;
  }
  const asked = command === '--help' || command === '-h';
  (asked ? process.stdout : process.stderr).write(USAGE);
  if (!asked) process.exitCode = 1;
}

async function serve(config: Config): Promise<void> {
  const logger = loggerFor(config.logLevel);
  await runUntilStopped(logger, (signal) =>
    startService(
      config,
      logger,
      async (database, vault) => {
        if (config.provisionFile === null) return;
        const { provisionDatabase } = await import('./commands/provision.ts');
        await provisionDatabase(database.address, vault, config.provisionFile, logger, process.stdout);
      },
      signal,
    ),
  );
}

async function serveQuickStart(config: Config): Promise<void> {
  const logger = loggerFor(config.logLevel);
  await runUntilStopped(logger, async (signal) => {
    // Not awaited before the start: it loads while PostgreSQL starts.
    const loading = import('./commands/quick-start/index.ts').then(({ quickStart }) => quickStart(config, logger));
    const prepare: Prepare = async (database, vault) => (await loading).prepare(database, vault);
    const [service, { welcome }] = await Promise.all([startService(config, logger, prepare, signal), loading]);
    process.stdout.write(welcome(config.baseUrl ?? service.address));
    return service;
  });
}

function loggerFor(level: string): pino.Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}

/** A stop during the start is also orderly: the parts already started do not stay behind. */
async function runUntilStopped(logger: pino.Logger, start: (signal: AbortSignal) => Promise<Service>): Promise<void> {
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
  await stopped;
  await service.stop();
  process.exit(0);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(1);
}

/** An error that an operator can resolve is one sentence; a fault of ours keeps its stack. */
function sentenceOf(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  const isBug = error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
  if (isBug) return error.stack ?? error.message;
  return typeof code === 'string' ? `${error.message} (${code})` : error.message;
}
