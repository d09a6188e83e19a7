// SPDX-License-Identifier: Apache-2.0
/** `svc-server user` and `svc-server sessions`: what an operator does about people when the app cannot help. */
import { parseArgs } from 'node:util';
import {
  endAllSessions,
  endSessions,
  type ListedPerson,
  listPeople,
  removePerson,
  resetPassword,
} from '../../../organization/operators/index.ts';
import type { Config } from '../../../platform/config/index.ts';
import { onDatabase, type Pool } from '../on-database.ts';
import { plainLine } from '../plain-line.ts';

const USER_USAGE = `Usage:
  svc-server user list
  svc-server user reset EMAIL [--factors]
  svc-server user remove EMAIL [--organization NAME]
    list    every account, with organizations and roles
    reset   print a new password; every session of the person ends, and with --factors every second factor
    remove  end the person's memberships, in one organization or in all; the last OWNER stays
`;
const SESSIONS_USAGE = `Usage:
  svc-server sessions end EMAIL
  svc-server sessions end --all
    sign one person out everywhere, or everyone
`;

const FAILED = 1;

export interface Streams {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

/** @returns the answer of the command */
type Act = (pool: Pool, say: (line: string) => void) => Promise<void>;

/** @returns the exit code @throws Error with a message for the operator */
export async function user(args: readonly string[], readConfig: () => Config, streams: Streams): Promise<number> {
  const names = args[0] === 'list' ? streams.stderr : streams.stdout;
  return await perform(userAct(args), USER_USAGE, readConfig, streams, names);
}

/** @returns the exit code @throws Error with a message for the operator */
export async function sessions(args: readonly string[], readConfig: () => Config, streams: Streams): Promise<number> {
  return await perform(sessionsAct(args), SESSIONS_USAGE, readConfig, streams);
}

async function perform(
  act: Act | null,
  usage: string,
  readConfig: () => Config,
  { stdout, stderr }: Streams,
  names = stdout,
): Promise<number> {
  if (act === null) {
    stderr.write(usage);
    return FAILED;
  }
  return await onDatabase(readConfig(), { names, stderr }, (pool) => act(pool, (line) => stdout.write(`${line}\n`)));
}

function userAct([verb, ...rest]: readonly string[]): Act | null {
  const [isReset, withFactors] = [verb === 'reset', rest.includes('--factors')];
  if (withFactors && !isReset) return null;
  const words = rest.filter((word) => word !== '--factors');
  const asked = readArguments(words, verb === 'remove' ? ['organization'] : []);
  if (asked === null) return null;
  const { email, organization } = asked;
  if (verb === 'list' && email === null) return listAct;
  if (isReset && email !== null) {
    return async (pool, say) => {
      const made = await resetPassword(pool, email, { factors: withFactors });
      say(`New password of ${made.email}, shown only now: ${made.password}`);
      if (withFactors) say('Codes, passkeys and recovery codes of this person are gone: the password is enough.');
      say('Every session of this person has ended. Ask the person to choose another password after signing in.');
    };
  }
  if (verb === 'remove' && email !== null) {
    return async (pool, say) => say(`Removed from: ${(await removePerson(pool, email, organization)).join(', ')}`);
  }
  return null;
}

function sessionsAct([verb, ...rest]: readonly string[]): Act | null {
  if (verb !== 'end') return null;
  if (rest.length === 1 && rest[0] === '--all') {
    return async (pool, say) => say(`Ended: ${await endAllSessions(pool)} sessions, of everybody`);
  }
  const email = readArguments(rest, [])?.email ?? null;
  if (email === null) return null;
  return async (pool, say) => say(`Ended: ${await endSessions(pool, email)} sessions`);
}

const listAct: Act = async (pool, say) => {
  for await (const person of listPeople(pool)) say(lineOf(person));
};

function lineOf({ email, name, memberships, sessions: open }: ListedPerson): string {
  const member = memberships.map(({ organization, role }) => `${organization} (${role})`).join(', ');
  return plainLine([email, name, member === '' ? 'no organization' : member, `${open} sessions`].join('  '));
}

function readArguments(
  args: readonly string[],
  options: readonly 'organization'[],
): { email: string | null; organization: string | null } | null {
  const known = Object.fromEntries(options.map((name) => [name, { type: 'string' } as const]));
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: known,
      strict: true,
      allowPositionals: true,
    });
    const [email, ...more] = positionals;
    return more.length > 0 ? null : { email: email ?? null, organization: (values.organization as string) ?? null };
  } catch {
    return null;
  }
}
