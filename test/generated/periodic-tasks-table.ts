// SPDX-License-Identifier: Apache-2.0
/** The periodic tasks of the service as a table for operators. Names and periods come from the code. */
import { ENDED_ROWS } from '../../server/src/lifecycle/retention/ended-rows.ts';
import * as tasks from '../../server/src/process/tasks.ts';

interface Task {
  name: string;
  everyMs: number;
  isOfEachProcess?: boolean;
}

const ORGANIZATIONS = 'backlog: organizations';

/** A table with more lines than one is told once. */
const FIRST_LINES = ENDED_ROWS.filter(({ table }, at) => ENDED_ROWS.findIndex((one) => one.table === table) === at);

function keptFor({ table, kept }: { table: string; kept: string }): string {
  return `\`${table}\`${kept === '0' ? '' : ` (${kept})`}`;
}

/** In the order of the table. A task without a line here, and a line without a task, fail the test. */
const MEANINGS: Readonly<Record<string, string>> = {
  'review-expiry': `appends the audit entry of each expired review; ${ORGANIZATIONS}`,
  'review-escalation': `passes on reviews that no approver opened in time; ${ORGANIZATIONS}`,
  'audit-checkpoints':
    'signs a checkpoint over the new entries of each audit chain; backlog: organizations without one, also those whose ' +
    'chain it refuses to sign',
  'accepted-losses':
    'forgets [lost entries](keys.md#entries-that-the-database-lost) that an operator accepted; checkpoints are signed ' +
    'again then',
  'checkpoint-pushes': 'pushes checkpoints to the `checkpointUrl` of each organization',
  'siem-events':
    'sends decisions, reviews and anomalies to the [collector](siem.md), where one is set; backlog: audit entries that it ' +
    'does not have',
  notices: 'makes the [mails](mail.md) of notices and digests that are due',
  mail: 'sends [mail](mail.md) that is due',
  chat: 'sends messages to chats and ticket systems that are due',
  'gateway-outcomes':
    'records `outcome unknown` for calls of a process that ended while it forwarded them: its lock was missing twice, ' +
    `10 s apart; ${ORGANIZATIONS}`,
  'own-gateway-outcomes':
    'records `outcome unknown` for the process’s own calls whose decision or outcome it could not record in time',
  'anomaly-scan': `rolls up the events since the last scan, and [opens anomalies](../guides/anomalies.md); ${ORGANIZATIONS}`,
  'decision-counts': `counts new decisions for the overview, the figures of records and the search for anomalies; ${ORGANIZATIONS}`,
  'retired-keys': 'notes in the chain that replaced keys have ended; they are refused since their moment',
  'grant-expiry': 'notes in the audit chain that grants have run out',
  'first-proofs': 'proves guardrails that have no proof of their present version, as those of a provisioning file',
  'quota-notices': 'notes that an organization has used much of its plan or of a budget, so that its people are told',
  'billing-graces': 'ends the plans whose grace after a failed payment is over',
  demo: 'makes the demo anew each night, and ends it where it is switched off',
  'event-retention':
    'deletes decision events past the retention of their organization, with their review, gateway call and deliveries; ' +
    ORGANIZATIONS,
  partitions:
    'makes the tables of the days to come, drops those whose time is over for every organization, and joins old ones; ' +
    'backlog: 1 while a long read keeps it from a table',
  'checkpoint-thinning':
    'deletes checkpoints older than a week, but for the last of each hour, those that were pushed, and those that bound ' +
    `the length of a proof; ${ORGANIZATIONS}`,
  'audit-archive': `brings [old audit entries](audit-archive.md) into files, where an archive is set; ${ORGANIZATIONS}`,
  'ended-organizations': 'deletes the rows of organizations that have ended',
  'ended-rows':
    `deletes rows of other tables past their time: ${FIRST_LINES.map(keptFor).join(', ')}; also old invitations, ` +
    'webhook recoveries and sums by hour; backlog: rows, at least',
};

/** Every function of the list makes tasks, which do nothing until they run. */
export const ALL_TASKS: readonly Task[] = Object.values(tasks).flatMap((make) =>
  (make as (...none: object[]) => Task | Task[])({}, {}),
);

export const TOLD_TASKS = Object.keys(MEANINGS);

export function tableOfTasks(): string {
  const rows = Object.entries(MEANINGS).map(([name, meaning]) => {
    const { everyMs = 0, isOfEachProcess = false } = ALL_TASKS.find((task) => task.name === name) ?? {};
    return `| \`${name}\` | ${periodOf(everyMs)}${isOfEachProcess ? ', in each process' : ''} | ${meaning} |`;
  });
  return ['| Task | Every | Does |', '|---|---|---|', ...rows].join('\n');
}

function periodOf(ms: number): string {
  if (ms < 1_000) return `${ms} ms`;
  return ms > 60_000 ? `${ms / 60_000} min` : `${ms / 1_000} s`;
}
