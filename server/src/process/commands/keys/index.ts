// SPDX-License-Identifier: Apache-2.0
/** `svc-server keys`: what an operator does about API keys when the app cannot help, or after a restore. */
import { parseArgs } from 'node:util';
import { listKeys, revokeKeys } from '../../../organization/operators/index.ts';
import type { Config } from '../../../platform/config/index.ts';
import { onDatabase } from '../on-database.ts';
import { plainLine } from '../plain-line.ts';

const USAGE = `Usage:
  svc-server keys list [--organization NAME]
  svc-server keys revoke PREFIX
  svc-server keys revoke --all [--organization NAME] --yes
    PREFIX  the beginning of a key, as the app and the list show it
    list    every key that works
    revoke  end a key for ever, or every key of one organization or of all
`;

const FAILED = 1;

interface Streams {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

interface Asked {
  verb: 'list' | 'revoke';
  prefix: string | null;
  organization: string | null;
}

/** @returns the exit code @throws Error with a message for the operator */
export async function keys(
  args: readonly string[],
  readConfig: () => Config,
  { stdout, stderr }: Streams,
): Promise<number> {
  const asked = readArguments(args);
  if (asked === null) {
    stderr.write(USAGE);
    return FAILED;
  }
  const isList = asked.verb === 'list';
  return await onDatabase(readConfig(), { names: isList ? stderr : stdout, stderr }, async (pool) => {
    if (!isList) stdout.write(`Revoked: ${await revokeKeys(pool, asked)} keys\n`);
    else {
      for await (const { prefix, organization, name } of listKeys(pool, asked)) {
        stdout.write(`${plainLine([prefix, organization, name].join('  '))}\n`);
      }
    }
  });
}

/** Every key at once is asked for twice: no agent decides anything after it. */
function readArguments(args: readonly string[]): Asked | null {
  const options = { organization: { type: 'string' }, all: { type: 'boolean' }, yes: { type: 'boolean' } } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
    const { organization = null, all: isAll = false, yes: isSure = false } = values;
    const [verb, prefix = null, ...more] = positionals;
    if (more.length > 0 || isAll !== isSure) return null;
    if (verb === 'list') return prefix === null && !isAll ? { verb, prefix, organization } : null;
    if (verb !== 'revoke' || isAll === (prefix !== null)) return null;
    return { verb, prefix, organization };
  } catch {
    return null;
  }
}
