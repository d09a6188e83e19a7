// SPDX-License-Identifier: Apache-2.0
/** PostgreSQL's own prompt, where it is installed. */
import { spawn, spawnSync } from 'node:child_process';
import { changedDatabaseUrl } from '../../../platform/addresses/index.ts';
import { type PromptSession, promptSettings } from '../../../storage/connections/index.ts';

const PROGRAM = 'psql';
const ANSWERS_WITHIN_MS = 10_000;
const FAILED = 1;

export function isPsqlInstalled(): boolean {
  return spawnSync(PROGRAM, ['--version'], { stdio: 'ignore', timeout: ANSWERS_WITHIN_MS }).status === 0;
}

/** @returns the exit code of psql */
export async function runPsql(url: string, session: PromptSession, isTerminal: boolean): Promise<number> {
  let password = '';
  // Other users of the machine can read arguments, but not the environment.
  const address = changedDatabaseUrl(url, (changed) => {
    password = changed.searchParams.get('password') ?? decodeURIComponent(changed.password);
    changed.searchParams.delete('password');
    changed.password = '';
  });
  const args = ['--no-psqlrc', ...(isTerminal ? [] : ['--set', 'ON_ERROR_STOP=1']), '--dbname', address];
  const env = {
    ...process.env,
    ...(password !== '' && { PGPASSWORD: password }),
    PGOPTIONS: Object.entries(promptSettings(session))
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    PGAPPNAME: 'svc-psql',
  };
  // Ctrl-C is for psql, which gives up a query by it; the command ends when psql does.
  const ignore = () => {};
  process.on('SIGINT', ignore);
  try {
    const child = spawn(PROGRAM, args, { stdio: 'inherit', env });
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code ?? FAILED));
    });
  } finally {
    process.off('SIGINT', ignore);
  }
}
