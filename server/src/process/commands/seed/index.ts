// SPDX-License-Identifier: Apache-2.0
/** `svc-server seed --history`: an organization with a year behind it, for a database that shows something. */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import {
  HISTORY_DAYS_MAX,
  type HistoryDeps,
  ORGANIZATION,
  OWNER,
  writeHistory,
} from '../../../lifecycle/history/index.ts';
import { applyProvisioning, parseProvisioning } from '../../../lifecycle/provisioning/index.ts';
import { createAddressReach } from '../../../outgoing/egress/index.ts';
import type { Config } from '../../../platform/config/index.ts';
import { createCommandLogger } from '../../../platform/logging/index.ts';
import { createPool } from '../../../storage/connections/index.ts';
import { openServiceVault, reachOrMake } from '../reach-database.ts';

const USAGE = `Usage:
  svc-server seed --history [--days N] [--per-day N]
    make the organization ${ORGANIZATION} with the decisions of a year, and an owner to sign in as
    --days     1 to ${HISTORY_DAYS_MAX} days back; ${HISTORY_DAYS_MAX} by default
    --per-day  decisions of a working day at the end, 1 to 2000; 60 by default
`;

const FAILED = 1;
const PER_DAY = 60;
const PER_DAY_MAX = 2_000;
/** One for each batch in flight, and one beside them. */
const CONNECTIONS = 5;

export interface Streams {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

/** @returns the exit code @throws Error with a message for the operator */
export async function seed(args: readonly string[], readConfig: () => Config, streams: Streams): Promise<number> {
  const asked = readArguments(args);
  if (asked === null) {
    streams.stderr.write(USAGE);
    return FAILED;
  }
  const config = readConfig();
  const log = createCommandLogger();
  const database = await reachOrMake(config, log, streams.stdout);
  const pool = createPool(database.address, CONNECTIONS);
  try {
    const vault = await openServiceVault(config, database);
    const [password, key] = [randomText(20), `key_live_${randomText(43)}`];
    const owner = { email: OWNER, name: 'Olivia Prado', role: 'OWNER', password } as const;
    const cast = { name: ORGANIZATION, people: [owner], keys: { production: key } };
    const reach = createAddressReach(config.egressAllow);
    const provision: HistoryDeps['provision'] = (text, nowMs, alongside) =>
      applyProvisioning({ pool, vault, reach, nowMs, log }, parseProvisioning(text, 'history'), {
        alongside,
        isOwn: true,
      });
    const written = await writeHistory({ pool, provision }, { ...asked, nowMs: pool.clock.nowMs(), cast });
    streams.stdout.write(
      `${ORGANIZATION}: ${written.decisions} decisions, ${written.reviews} of them asked a person.\n` +
        `Sign in as ${OWNER} with the password ${password}\nLIVE key: ${key}\nBoth are shown only now.\n`,
    );
    return 0;
  } finally {
    await pool.end();
    await database.stop();
  }
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomText = (length: number) => Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

function readArguments(args: readonly string[]): { days: number; perDay: number } | null {
  const options = { history: { type: 'boolean' }, days: { type: 'string' }, 'per-day': { type: 'string' } } as const;
  try {
    const { values } = parseArgs({ args: [...args], options, strict: true });
    const days = numberOf(values.days, HISTORY_DAYS_MAX, HISTORY_DAYS_MAX);
    const perDay = numberOf(values['per-day'], PER_DAY, PER_DAY_MAX);
    return values.history === true && days !== null && perDay !== null ? { days, perDay } : null;
  } catch {
    return null;
  }
}

function numberOf(text: string | undefined, byDefault: number, max: number): number | null {
  if (text === undefined) return byDefault;
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= max ? value : null;
}
