/** `svc-server`: reads the configuration, runs a command, and is the only file that ends the process. */
import { pino } from 'pino';
import { type Config, ConfigError, readConfig } from './config/index.ts';
import { provisionDatabase, provisionFile } from './provision.ts';
import { quickStart } from './quick-start/index.ts';
import { type Service, startService } from './service.ts';

const USAGE = `Usage:
  svc-server                    run the service
  svc-server quick-start        run it with a first organization to try
  svc-server provision FILE     apply a provisioning file and end
Configuration is read from the environment; docs/reference/configuration.md lists it.
`;

/** All work under way is given up after this long. */
const STOP_WITHIN_MS = 10_000;

async function main(args: readonly string[]): Promise<void> {
  const [command, file, ...rest] = args;
  if (command === undefined) return await serve(readConfig(process.env));
  if (command === 'quick-start' && file === undefined) return await serveQuickStart(readConfig(process.env));
  if (command === 'provision' && file !== undefined && rest.length === 0) {
    return await provisionFile(readConfig(process.env), file, loggerFor('warn'), process.stdout);
  }
  const asked = command === '--help' || command === '-h';
  (asked ? process.stdout : process.stderr).write(USAGE);
  if (!asked) process.exitCode = 1;
}

async function serve(config: Config): Promise<void> {
  const logger = loggerFor(config.logLevel);
  const service = await startService(config, logger, async (database, vault) => {
    if (config.provisionFile === null) return;
    await provisionDatabase(database.address, vault, config.provisionFile, logger, process.stdout);
  });
  stopOnSignal(service, logger);
}

async function serveQuickStart(config: Config): Promise<void> {
  const logger = loggerFor(config.logLevel);
  const start = quickStart(config, logger);
  const service = await startService(config, logger, start.prepare);
  process.stdout.write(start.welcome(config.baseUrl ?? service.address));
  stopOnSignal(service, logger);
}

function loggerFor(level: string): pino.Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}

function stopOnSignal(service: Service, logger: pino.Logger): void {
  let isStopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ fault: (error as Error).message }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(1);
}

/** What an operator can act on is one sentence; a fault of ours keeps its stack. */
function sentenceOf(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  const isBug = error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
  if (isBug) return error.stack ?? error.message;
  return typeof code === 'string' ? `${error.message} (${code})` : error.message;
}
