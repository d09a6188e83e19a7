// SPDX-License-Identifier: Apache-2.0
/**
 * The PostgreSQL of two processes fails over under load, in many ways.
 * Guarantees: no answered decision is lost with a synchronous standby, and nothing is decided or forwarded twice. No key
 * has two answers, and the chain is whole. A caller sees 503 and no 500. Both processes decide again by themselves, with
 * their locks and listeners on the primary, and `/ready` is 503 while the database takes no writes.
 */
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { IS_THOROUGH } from '../run/time-outs.ts';
import { ROOT } from '../tidy/source-files.ts';
import { TABLE_HEAD } from './books.ts';
import { canRelay, missingPackages } from './cluster/index.ts';
import { FAULTS, type Fault, faultNamed, THOROUGH, USUAL } from './faults.ts';
import { openRounds, type Rounds } from './rounds.ts';

/** The logs of every program of a round that failed. */
const KEPT_LOGS = join(ROOT, 'node_modules/.cache/failover');

/** FAILOVER_ROUNDS goes over all faults; FAILOVER_FAULTS names some, separated by commas. */
const named = (process.env.FAILOVER_FAULTS ?? '').split(',').filter((name) => name !== '');
const usual = IS_THOROUGH ? THOROUGH : [...THOROUGH, ...USUAL];
const isAll = process.env.FAILOVER_ROUNDS !== undefined;
const isPossible = ({ way }: Fault) => way !== 'relay' || canRelay();
const chosen = (
  named.length > 0 ? named.map(faultNamed) : isAll ? FAULTS : FAULTS.filter((one) => usual.includes(one.name))
).filter((fault) => {
  if (isPossible(fault)) return true;
  console.warn(`${fault.name} is left out: it needs root, and a machine that lets root make network namespaces`);
  return false;
});
const count = Number(process.env.FAILOVER_ROUNDS ?? chosen.length);
const plan = Array.from({ length: count }, (_, at) => ({ round: at + 1, fault: chosen[at % chosen.length] })).flatMap(
  ({ round, fault }) => (fault === undefined ? [] : [{ round, fault, name: fault.name }]),
);

const missing = missingPackages();

it('has the programs of the cluster, which CI must have', () => {
  const what = `The rounds of fail-over need packages of Debian: apt-get install ${missing.join(' ')}`;
  if (missing.length > 0) console.warn(what);
  if ((process.env.CI ?? '') !== '') expect(missing, what).toEqual([]);
});

if (missing.length === 0) {
  const rows: string[] = [];
  let rounds: Rounds;
  beforeAll(async () => {
    rounds = await openRounds(plan.length);
  });
  afterAll(async () => {
    await rounds?.stop();
    if (rows.length > 0) console.log([TABLE_HEAD, ...rows].join('\n'));
  });

  it.each(plan)('round $round, $name: the books balance', async ({ round, fault }) => {
    const { faults, row } = await rounds.run(round, fault);
    rows.push(row);
    console.log([TABLE_HEAD, row, ...faults].join('\n'));
    if (faults.length > 0) keepLogs(rounds.folder, `${round}-${fault.name}`);
    expect(faults).toEqual([]);
  });

  it('ends with 0 at SIGTERM', async () => {
    expect(await rounds.stopServices()).toEqual([0, 0]);
  });
}

function keepLogs(folder: string, name: string): void {
  const to = join(KEPT_LOGS, name);
  rmSync(to, { recursive: true, force: true });
  for (const file of readdirSync(folder)) if (file.endsWith('.log')) cpSync(join(folder, file), join(to, file));
  console.log(`The logs of the round: ${to}`);
}
