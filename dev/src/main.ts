// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run dev [-- --port 4000] [--fresh]`: the service, built and started again when its sources change. Vite serves
 * the app and replaces what changes while the page stays. An organization with a history is there. Ctrl-C ends all.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createServer, defaultClientConditions } from 'vite';
import { startNeighbour } from './neighbour.ts';
import { LIVE_KEY, OWNER, PASSWORD, provisioningFile, TEST_KEY } from './organization.ts';
import { BUNDLE, ROOT } from './places.ts';
import { isRunning, run, startService, succeeds } from './service.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4000' },
    folder: { type: 'string', default: '.svc/dev' },
    fresh: { type: 'boolean', default: false },
  },
});
/** Three ports in a row: the app, the service, and the server beside it. */
const port = Number(values.port);
const folder = resolve(ROOT, values.folder);
const dataDir = join(folder, 'data');
const organizationPath = join(folder, 'organization.yaml');
const seededPath = join(folder, 'seeded');
const neighbourUrl = `http://127.0.0.1:${port + 2}`;
const appUrl = `http://127.0.0.1:${port}`;

const environment: NodeJS.ProcessEnv = {
  ...process.env,
  DATABASE_URL: '',
  SVC_DATA_DIR: dataDir,
  SVC_HOST: '127.0.0.1',
  SVC_PORT: String(port + 1),
  SVC_PROVISION_FILE: '',
  SVC_EGRESS_ALLOW: '127.0.0.1',
  SVC_LOG_LEVEL: process.env.SVC_LOG_LEVEL ?? 'warn',
};

function say(line: string): void {
  process.stdout.write(`  ${line}\n`);
}

/** @returns false when it was stopped meanwhile */
async function seed(signal: AbortSignal): Promise<boolean> {
  if (existsSync(seededPath) && !values.fresh) return true;
  say('Making six days of history. It is kept in the data folder; --fresh makes it anew.');
  rmSync(dataDir, { recursive: true, force: true });
  rmSync(seededPath, { force: true });
  const child = run(['--import', 'tsx', join(ROOT, 'dev/src/seed.ts')], {
    ...environment,
    SVC_PROVISION_FILE: organizationPath,
    SVC_LOG_LEVEL: 'error',
  });
  const stop = () => void (isRunning(child) && child.kill('SIGTERM'));
  signal.addEventListener('abort', stop);
  const code = await new Promise<number | null>((ended) => child.once('close', ended));
  if (signal.aborted) return false;
  if (code !== 0) throw new Error('The history could not be made: see above.');
  writeFileSync(seededPath, new Date().toISOString());
  return true;
}

/** All that is not the app is the service's. The app reads the contract from its sources. */
async function startVite() {
  const vite = await createServer({
    configFile: join(ROOT, 'web/vite.config.ts'),
    root: join(ROOT, 'web'),
    resolve: { conditions: ['svc-source', ...defaultClientConditions] },
    server: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      proxy: { '^/(?!app(/|$))': { target: `http://127.0.0.1:${port + 1}` } },
    },
    clearScreen: false,
    logLevel: 'warn',
  });
  await vite.listen();
  return vite;
}

async function main(signal: AbortSignal): Promise<void> {
  if (!(await succeeds(BUNDLE))) throw new Error('The service could not be built: see above.');
  mkdirSync(folder, { recursive: true });
  writeFileSync(organizationPath, provisioningFile(neighbourUrl));
  const closing: (() => unknown)[] = [];
  try {
    const neighbour = await startNeighbour(port + 2);
    closing.push(() => neighbour.close());
    if (!(await seed(signal))) return;
    const service = startService({ ...environment, SVC_BASE_URL: appUrl }, say);
    closing.push(() => service.stop());
    const vite = await startVite();
    closing.push(() => vite.close());
    await service.ready;
    say(`\n  App        ${appUrl}/app\n  Sign-in    ${OWNER}   ${PASSWORD}`);
    say(`LIVE key   ${LIVE_KEY}\n  TEST key   ${TEST_KEY}\n  Ctrl-C ends all of it.\n`);
    await new Promise<void>((stopped) => signal.addEventListener('abort', () => stopped(), { once: true }));
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stopping.abort());
await main(stopping.signal).then(
  () => process.exit(0),
  (error: unknown) => {
    if (stopping.signal.aborted) process.exit(0);
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
