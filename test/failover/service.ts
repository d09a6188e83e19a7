// SPDX-License-Identifier: Apache-2.0
/** Two real processes of the built service behind one proxy. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PROGRAM_WITHIN_MS } from '../run/time-outs.ts';
import { type Cluster, type Program, startProgram, until, type Way } from './cluster/index.ts';

const PROGRAM = fileURLToPath(new URL('../../server/bin/svc-server.js', import.meta.url));
const BUILT = fileURLToPath(new URL('../../dist/service/main.js', import.meta.url));

export interface Service {
  baseUrl: string;
  program: Program;
}

const LOG_CHARACTERS = 500;
let started = 0;

/** @param environment all of it: no setting of the machine reaches the service */
export async function startService(
  { folder, addressBy }: Cluster,
  way: Way,
  environment: Readonly<Record<string, string>>,
): Promise<Service> {
  if (!existsSync(BUILT)) throw new Error('The service is not built: run `npm run build` first.');
  started += 1;
  const name = `svc-${String(started).padStart(3, '0')}-${way}`;
  const env = { SVC_HOST: '127.0.0.1', SVC_PORT: '0', DATABASE_URL: addressBy(way), ...environment };
  const program = startProgram(name, [process.execPath, PROGRAM], { folder, env });
  let baseUrl: string | undefined;
  await until(`${name} listens`, PROGRAM_WITHIN_MS, () => {
    [, baseUrl] = /"listening on (http:[^"]+)"/.exec(readFileSync(program.log, 'utf8')) ?? [];
    return baseUrl !== undefined || program.hasEnded();
  });
  if (baseUrl === undefined) {
    throw new Error(`${name} ended before it listened: ${readFileSync(program.log, 'utf8').slice(-LOG_CHARACTERS)}`);
  }
  return { baseUrl, program };
}
