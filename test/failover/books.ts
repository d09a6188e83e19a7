// SPDX-License-Identifier: Apache-2.0
/** The books of one round: what callers were told beside what the database has and what the upstream saw. */
import { inconsistencies, readEvidence } from '../chaos/evidence.ts';
import type { Cluster } from './cluster/index.ts';
import type { Fault } from './faults.ts';
import { type Answer, decidedAt, type Ledger, longestWithout } from './ledger.ts';
import { UNSENT_MS } from './limits.ts';
import type { Account } from './organizations.ts';
import type { Look } from './ready.ts';
import type { Settled } from './settled.ts';

export interface Times {
  startedAtMs: number;
  struckAtMs: number;
  mendedAtMs: number;
  /** When both processes had decided again; null where one never did. */
  backAtMs: number | null;
  endedAtMs: number;
}

export interface Observed {
  fault: Fault;
  round: number;
  account: Account;
  ledger: Ledger;
  times: Times;
  looks: readonly Look[];
  /** Moments at which anyone could write through the proxy. */
  writtenAtMs: readonly number[];
  /** The keys of the calls that arrived behind the gateway. */
  forwarded: readonly string[];
  replays: { right: number; of: number };
  settled: Settled;
  /** The logs of both processes. */
  logs: string;
  /** Sentences of steps that did not go as planned. */
  failed: readonly string[];
}

export interface Books {
  /** Sentences about what does not balance; none in a good round. */
  faults: string[];
  /** One row of the table of rounds. */
  row: string;
}

/** The longest time that a process may need after anyone could write again. */
const OWN_PART_MS_MAX = 10_000;
const LOSS_TOLD = 'the database lost entries of an audit chain';

const COLUMNS = [
  'Round and fault',
  'Without, s',
  'Database without, s',
  '503; 500; time-outs; cut off',
  'Longest answer, s',
  'Answered / lost',
  'Decided twice; two answers; forwarded twice',
  'Replays',
  'Chain, entries',
  '/ready away, s',
  'Back after the mend, s',
  'Heard, ms',
  'Locks',
];
export const TABLE_HEAD = `| ${COLUMNS.join(' | ')} |\n|${'---|'.repeat(COLUMNS.length)}`;

export async function keepBooks(cluster: Cluster, observed: Observed): Promise<Books> {
  const { fault, round, account, ledger, times, looks, writtenAtMs, forwarded, replays, settled, logs, failed } =
    observed;
  const primary = await cluster.primary();
  const connectionString = cluster.addressOn(primary);
  const database = { connectionString, name: 'svc', drop: async () => undefined };
  const evidence = await readEvidence(database, account.organization);
  const stored = new Set(evidence.events.map(({ id }) => id));
  const lost = ledger.answers.filter(({ id }) => !stored.has(id));
  const keyed = new Set(evidence.idsByKey.values());
  const twice = evidence.events.filter(({ id }) => !keyed.has(id)).length;
  const changed = ledger.answers.filter(({ key, id }) => stored.has(id) && evidence.idsByKey.get(key) !== id);
  const again = repeated(forwarded);
  const told = { idsByKey: evidence.idsByKey, keylessIds: new Set<string>() };
  const broken = inconsistencies(evidence, told, 0);
  const longest = (moments: readonly number[]) => longestWithout(moments, times.struckAtMs - 1_000, times.endedAtMs);
  const withoutMs = longest(decidedAt(ledger));
  // A machine that runs much else lengthens the outage of the database: only the service's own part counts then.
  const allowedMs = Math.max(fault.withoutMsMax, longest(writtenAtMs) + OWN_PART_MS_MAX);
  const unready = readyAway(looks, times);
  const backMs = times.backAtMs === null ? null : times.backAtMs - times.mendedAtMs;

  // Processes that go on running remember what they answered with.
  const [{ organizationId } = { organizationId: '' }] = evidence.entries;
  const isLossTold = logs.split('\n').some((line) => line.includes(LOSS_TOLD) && line.includes(organizationId));
  const isLostAllowed = (answer: Answer) =>
    fault.isAsynchronous === true && answer.answeredAtMs > times.struckAtMs - UNSENT_MS;
  const unlawfullyLost = lost.filter((answer) => !isLostAllowed(answer));
  const expected = [503, 'timed out' as const, ...(fault.killsService === true ? ['cut off' as const] : [])];
  const count = (number: number, what: string) => (number === 0 ? [] : [`${number} ${what}`]);
  const faults = [
    ...count(unlawfullyLost.length, `answered decisions are lost, such as ${unlawfullyLost[0]?.key}`),
    ...(lost.length === 0 || isLossTold ? [] : ['no process told of the lost entries']),
    ...count(twice, 'events that belong to no key: something was decided twice'),
    ...count(ledger.contradictions.length, `keys had two answers: ${ledger.contradictions[0]}`),
    ...count(changed.length, `keys are stored with another answer than was told, such as ${changed[0]?.key}`),
    ...(fault.isAsynchronous === true ? [] : count(again.length, `calls were forwarded twice, such as ${again[0]}`)),
    ...ledger.othersThan(expected).map((failure) => `callers saw ${failure}`),
    ...ledger.unanswered.map((key) => `${key} was never answered`),
    ...broken,
    ...(replays.right === replays.of ? [] : [`${replays.of - replays.right} of ${replays.of} replays are wrong`]),
    ...(backMs === null ? ['a process did not decide again'] : []),
    ...(withoutMs > allowedMs ? [`${seconds(withoutMs)} s went by without a decision`] : []),
    ...readinessFaults(fault, looks, times),
    ...settled.faults,
    ...failed,
  ];
  const cells = [
    `${round}: ${fault.what}`,
    seconds(withoutMs),
    seconds(longest(writtenAtMs)),
    [503, 500, 'timed out' as const, 'cut off' as const].map((failure) => ledger.countOf(failure)).join('; '),
    seconds(ledger.longestAnswerMs()),
    `${ledger.answers.length} / ${lost.length}${lost.length > 0 && isLossTold ? ', told' : ''}`,
    `${twice}; ${ledger.contradictions.length + changed.length}; ${again.length}`,
    `${replays.right} of ${replays.of}`,
    broken.length === 0 ? `whole, ${evidence.entries.length}` : 'broken',
    unready,
    backMs === null ? 'never' : seconds(Math.max(0, backMs)),
    settled.heardMs.map((ms) => (ms === null ? 'never' : String(Math.round(ms)))).join(', '),
    settled.locks,
  ];
  return { faults, row: `| ${cells.join(' | ')} |` };
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

function repeated(keys: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].flatMap(([key, times]) => (times > 1 ? [key] : []));
}

/** How long each process was not ready after the fault: from the first such look to the last. */
function readyAway(looks: readonly Look[], { struckAtMs }: Times): string {
  const ofProcess = (process: number) => {
    const away = looks.filter((look) => look.process === process && look.status !== 200 && look.sentAtMs > struckAtMs);
    const [first] = away;
    const last = away.at(-1);
    if (first === undefined || last === undefined) return 'none';
    return `${seconds(first.sentAtMs - struckAtMs)} to ${seconds(last.sentAtMs - struckAtMs)}`;
  };
  return [0, 1].map(ofProcess).join(', ');
}

/** A process may need so long to see that its database takes no writes. */
const NOTICED_WITHIN_MS = 5_000;

function readinessFaults(fault: Fault, looks: readonly Look[], { struckAtMs, mendedAtMs }: Times): string[] {
  if (fault.isReadOnly !== true) return [];
  const wrong = looks.filter(
    ({ status, sentAtMs }) =>
      status === 200 && sentAtMs > struckAtMs + NOTICED_WITHIN_MS && sentAtMs < mendedAtMs - NOTICED_WITHIN_MS,
  ).length;
  return wrong === 0 ? [] : [`/ready said ${wrong} times 200 while the database could not be written`];
}
