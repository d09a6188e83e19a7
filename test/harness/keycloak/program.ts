// SPDX-License-Identifier: Apache-2.0
/** Keycloak as its publisher hands it out: fetched by Maven, held to its checksum, and built once for each cache. */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { ROOT } from '../../tidy/source-files.ts';

const VERSION = '26.7.3';
const ARTIFACT = `org.keycloak:keycloak-quarkus-dist:${VERSION}:tar.gz`;
const SHA256 = '77657f30b7e90d70f727712ce1c967f430fd6a5e9f458d32d8c6df0635345f47';
const CACHE = join(ROOT, 'node_modules/.cache', `keycloak-${VERSION}`);
const HOME = join(CACHE, `keycloak-${VERSION}`);
const SCRIPT = join(HOME, 'bin/kc.sh');

const run = promisify(execFile);
const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** One run at a time builds it: tests of a machine share the cache. */
async function built(): Promise<void> {
  if (await isThere(join(HOME, 'built'))) return;
  const making = `${CACHE}-${process.pid}`;
  await mkdir(making, { recursive: true });
  await run('mvn', ['-q', '-B', 'dependency:copy', `-Dartifact=${ARTIFACT}`, `-DoutputDirectory=${making}`], {
    cwd: making,
  });
  const archive = join(making, `keycloak-quarkus-dist-${VERSION}.tar.gz`);
  const hash = createHash('sha256');
  await pipeline(createReadStream(archive), hash);
  if (hash.digest('hex') !== SHA256) throw new Error('the archive of Keycloak is another one than it was');
  await run('tar', ['xzf', archive, '-C', making]);
  await rm(archive);
  await rm(CACHE, { recursive: true, force: true });
  await rename(making, CACHE);
  await run(SCRIPT, ['build', '--db=dev-mem']);
  await writeFile(join(HOME, 'built'), '');
}

export interface KeycloakProgram {
  url: string;
  admin: { username: string; password: string };
  stop(): Promise<void>;
}

const ADMIN = { username: 'admin', password: 'a password of the tests' };

/** Starts it with an empty database in its memory. */
export async function startProgram(): Promise<KeycloakProgram> {
  await built();
  const port = await freePort();
  const started = spawn(
    SCRIPT,
    [
      ...['start', '--optimized', '--http-enabled=true', '--hostname-strict=false'],
      ...[`--http-port=${port}`, '--http-host=127.0.0.1', '--cache=local'],
    ],
    {
      env: {
        ...process.env,
        KC_BOOTSTRAP_ADMIN_USERNAME: ADMIN.username,
        KC_BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
        JAVA_OPTS_KC_HEAP: '-Xms64m -Xmx512m',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      // The script starts Java beside itself: both are one group, which ends as a whole.
      detached: true,
    },
  );
  const end = () => {
    if (started.pid !== undefined && started.exitCode === null && started.signalCode === null) {
      process.kill(-started.pid, 'SIGKILL');
    }
  };
  process.on('exit', end);
  const ended = new Promise<void>((done) => started.once('exit', () => done()));
  await new Promise<void>((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (/Listening on: http/.test(output)) resolve();
    };
    started.stdout.on('data', read);
    started.stderr.on('data', read);
    started.once('exit', (code) => reject(new Error(`Keycloak ended with ${code}: ${output.slice(-2_000)}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    admin: ADMIN,
    async stop() {
      process.off('exit', end);
      end();
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
