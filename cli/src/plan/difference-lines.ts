// SPDX-License-Identifier: Apache-2.0
/** The exact difference of two policy sets as lines of a terminal. */
import type { PolicyDifference } from '@svc/contract';
import { type Paint, plain } from '../output/index.ts';

type Change = PolicyDifference['changes'][number];

export function differenceLines(difference: PolicyDifference, paint: Paint): string[] {
  const { changes, looser, stricter, approvers, of } = difference;
  if (changes.length === 0) return ['Every event keeps its decision and its approvers.'];
  const lines = changes.flatMap((change) => [headline(change, paint), ...areaLines(change)]);
  const inMonitor = of === 'evaluatedDecision' ? ' The organization only monitors: these are evaluated decisions.' : '';
  return [...lines, `${looser} looser, ${stricter} stricter, ${approvers} with other approvers.${inMonitor}`];
}

/** Only what gets a weaker decision than it has now. */
export function looserLines(difference: PolicyDifference | undefined, paint: Paint): string[] {
  const changes = (difference?.changes ?? []).filter(({ kind }) => kind === 'looser');
  return changes.flatMap((change) => [headline(change, paint), ...areaLines(change)]);
}

const MARKS: Readonly<Record<string, string>> = { looser: 'LOOSER', stricter: 'STRICTER', approvers: 'APPROVERS' };

function headline({ kind, from, to }: Change, paint: Paint): string {
  const word = MARKS[kind] ?? plain(kind);
  const mark = kind === 'looser' ? paint.red(word) : paint.yellow(word);
  return `${mark} ${sideText(from)} becomes ${sideText(to)}`;
}

function sideText({ decision, approverRoles, approverGroups = [], escalate, approvals = {} }: Change['from']): string {
  const { count = 1, notAsker = false, signed = false, validMinutes, grants = false } = approvals;
  const told = [
    ...approverRoles.map(plain),
    ...approverGroups.map((name) => `group ${plain(name)}`),
    ...(count > 1 ? [`${count} people`] : []),
    ...(notAsker ? ['not the asker'] : []),
    ...(signed ? ['signed'] : []),
    ...(validMinutes === undefined ? [] : [`for ${validMinutes} minutes`]),
    ...(grants ? ['may grant the same for a time'] : []),
    ...(escalate === false ? ['not passed on'] : []),
  ];
  return told.length === 0 ? plain(decision) : `${plain(decision)} (${told.join(', ')})`;
}

function areaLines({ areas, more, exact }: Change): string[] {
  const told = areas.map(({ when, by }) => `  ${plain(when)}${deciders(by)}`);
  if (more > 0) told.push(`  and ${more} more`);
  if (!exact) told.push('  some of it is decided as strictly before and after');
  return told;
}

function deciders({ before, after }: Change['areas'][number]['by']): string {
  const name = (policy: string | null) => (policy === null ? 'risk or permissions' : `"${plain(policy)}"`);
  return before === after ? ` (${name(before)})` : ` (${name(before)} -> ${name(after)})`;
}
