// SPDX-License-Identifier: Apache-2.0
/** The impact of a plan over stored events, as tables. */
import type { BudgetImpact, PolicyImpact } from '@svc/contract';
import { type Paint, plain } from '../output/index.ts';

const EXAMPLES_SHOWN_MAX = 2;
const POLICIES_SHOWN_MAX = 20;
const DAY_MS = 86_400_000;

export function impactLines(impact: PolicyImpact, paint: Paint): string[] {
  const { changes, policies, policiesTotal, notes } = impact;
  const left = policiesTotal - Math.min(policies.length, POLICIES_SHOWN_MAX);
  return [
    '',
    paint.bold(headline(impact)),
    ...tableOf(
      ['Now', 'Then', 'Events', 'For example'],
      changes.map(({ from, to, events, sampleEventIds }) => {
        return [from, to, count(events), sampleEventIds.slice(0, EXAMPLES_SHOWN_MAX).join(' ')];
      }),
    ),
    ...tableOf(
      ['Policy', 'Decides now', 'Would decide'],
      policies
        .slice(0, POLICIES_SHOWN_MAX)
        .map(({ name, decidesNow, wouldDecide }) => [plain(name), count(decidesNow), count(wouldDecide)]),
    ),
    ...(left > 0 ? [`  and ${count(left)} more; --json lists up to 200.`] : []),
    ...notes.map(({ message }) => paint.dim(`  ${plain(message)}`)),
  ];
}

function headline({ events, changed, days, from, to, complete }: PolicyImpact): string {
  const looked = complete ? days : Math.ceil((Date.parse(to) - Date.parse(from)) / DAY_MS);
  const span = `the last ${looked === 1 ? 'day' : `${looked} days`}`;
  if (events === 0) return `There is no LIVE event of ${span} to look at.`;
  const those = `Of ${count(events)} LIVE ${events === 1 ? 'event' : 'events'} of ${span}`;
  return changed === 0
    ? `${those}, none would have been decided otherwise.`
    : `${those}, ${count(changed)} would have been decided otherwise:`;
}

const count = (value: number) => value.toLocaleString('en');

/** Numbers stand to the right. Without rows there is no table. */
function tableOf(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const lineOf = (row: readonly string[]) =>
    `  ${row
      .map((cell, column) =>
        isNumber(rows, column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd()}`;
  return ['', ...[header, ...rows].map(lineOf), ''];
}

const isNumber = (rows: readonly (readonly string[])[], column: number) =>
  rows.every((row) => /^[\d,]+$/.test(row[column] ?? ''));

/** Each budget by itself: how many acts it would have stopped. */
export function impactOfBudgetsLines({ days, events, complete, to, budgets }: BudgetImpact): string[] {
  const until = complete ? '' : `, until ${to} alone: it took too long`;
  return [
    '',
    `Over ${count(events)} events of ${days} days${until}`,
    ...tableOf(
      ['Budget', 'Would have stopped', 'Full counts'],
      budgets.map(({ name, stopped, counts, fullCounts }) => [
        plain(name),
        count(stopped),
        `${count(fullCounts)} of ${count(counts)}`,
      ]),
    ),
  ];
}
