// SPDX-License-Identifier: Apache-2.0
/** Guarantee: counts of budgets and grants follow from entries alone, and a decision beyond them is named. */
import type { PolicySpec } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import { decided, draft, RULES } from '../../../test/audit/made-decisions.ts';
import type { AuditDraft } from '../audit-chain/index.ts';
import type { JsonObject } from '../canonical-json/index.ts';
import { type DecidedAgain, decideAgain, openRules } from './index.ts';

const isPolicy = (value: unknown): value is PolicySpec => typeof (value as JsonObject).action === 'string';

/** The outcome of each decision, in the order of the entries. */
function outcomesOf(entries: readonly AuditDraft[]): DecidedAgain[] {
  const rules = openRules(isPolicy);
  return entries.flatMap((entry) => {
    if (entry.kind === 'decision.recorded') return [decideAgain(rules, entry)];
    rules.fold(entry);
    return [];
  });
}

const { organization, agent, resource, policy } = RULES;
const GRANTING = {
  ...policy.metadata,
  after: { ...(policy.metadata.after as JsonObject), approvals: { grants: true } },
};
const rules = [organization, agent, resource, { ...policy, metadata: GRANTING }];
const SPEC = { name: 'Few', measure: 'COUNT', limit: 2, window: 'DAY', per: 'ORGANIZATION', action: 'ANY' };
const budget = (over: JsonObject = {}) =>
  draft('budget.created', 'b1', { after: { ...SPEC, onExceed: 'REVIEW', ...over } });

/** Numbers of decisions that are allowed under `RULES`. */
const ALLOWED = Array.from({ length: 200 }, (_, number) => number).filter(
  (number) => decided(number).metadata.decision === 'ALLOW' && decided(number).metadata.recordsAffected !== null,
);
const allowed = (place: number, added: JsonObject = {}) => decided(ALLOWED[place] as number, added);
const byBudget = { decision: 'REVIEW', evaluatedDecision: 'REVIEW', policyId: null, budgetId: 'b1' };
const ALIKE = { outcome: 'ALIKE' };
const about = (kind: string, one: AuditDraft, metadata: JsonObject = {}) => draft(kind, one.subject.id, metadata);

describe('a budget', () => {
  it('counts what it lets through, and the decision beyond it follows from it', () => {
    expect(outcomesOf([...rules, budget(), allowed(0), allowed(1), allowed(2, byBudget)])).toEqual([
      ALIKE,
      ALIKE,
      ALIKE,
    ]);
    const [, , third] = outcomesOf([...rules, budget(), allowed(0), allowed(1), allowed(2)]);
    expect(third).toEqual({ outcome: 'DIFFERS', field: 'decision', recorded: 'ALLOW', follows: 'REVIEW' });
    const [, second] = outcomesOf([...rules, budget(), allowed(0), allowed(1, byBudget)]);
    expect(second).toMatchObject({ outcome: 'DIFFERS', field: 'decision', follows: 'ALLOW' });
  });

  it('counts an approval, and none that was denied', () => {
    const asked = allowed(2, byBudget);
    const wider = draft('budget.updated', 'b1', { after: { ...SPEC, onExceed: 'REVIEW', limit: 3 } });
    const before = [...rules, budget(), allowed(0), allowed(1), asked];
    const next = allowed(3, byBudget);
    expect(outcomesOf([...before, about('review.approved', asked), wider, next]).at(-1)).toEqual(ALIKE);
    expect(outcomesOf([...before, about('review.denied', asked), wider, next]).at(-1)).toMatchObject({
      follows: 'ALLOW',
    });
  });

  it('counts more records than were said, as they are reported', () => {
    const records = budget({ measure: 'RECORDS', limit: 100_000_000 });
    const one = allowed(0);
    const reported = about('outcome.reported', one, { recordsAffected: 100_000_000 });
    expect(outcomesOf([...rules, records, one, reported, allowed(1, byBudget)])).toEqual([ALIKE, ALIKE]);
    expect(outcomesOf([...rules, records, one, allowed(1, byBudget)]).at(-1)).toMatchObject({ follows: 'ALLOW' });
  });

  it('has more room where it was raised, and none where it is gone', () => {
    const raised = draft('budget.raised', 'b1', { amount: 1, windowStart: '2026-11-18T03:00:00.000Z' });
    const before = [...rules, budget(), allowed(0), allowed(1)];
    expect(outcomesOf([...before, raised, allowed(2)]).at(-1)).toEqual(ALIKE);
    expect(outcomesOf([...before, raised, allowed(2), allowed(3)]).at(-1)).toMatchObject({ follows: 'REVIEW' });
    expect(outcomesOf([...before, draft('budget.deleted', 'b1', {}), allowed(2)]).at(-1)).toEqual(ALIKE);
  });

  it('begins anew when it counts another thing', () => {
    const other = draft('budget.updated', 'b1', { after: { ...SPEC, onExceed: 'REVIEW', window: 'WEEK' } });
    expect(outcomesOf([...rules, budget(), allowed(0), allowed(1), other, allowed(2)]).at(-1)).toEqual(ALIKE);
  });

  it.each<[string, AuditDraft]>([
    ['budget', budget({ limit: 'many' })],
    ['budget', budget({ window: 'YEAR' })],
    ['grant', draft('grant.created', 'g1', { until: 'soon' })],
  ])('is not decided under a %s that no build knows', (of, rule) => {
    expect(outcomesOf([...rules, rule, allowed(0)])).toEqual([{ outcome: 'UNDECIDED', reason: 'UNREADABLE_RULE', of }]);
  });

  it('is not decided once a count is not known', () => {
    const unknown = allowed(0, { edition: 2 });
    expect(outcomesOf([...rules, budget(), unknown, allowed(1)]).at(-1)).toEqual({
      outcome: 'UNDECIDED',
      reason: 'LACKS_FACT',
      of: 'count',
    });
  });
});

describe('a grant', () => {
  const asked = Array.from({ length: 200 }, (_, number) => decided(number)).find(
    ({ metadata }) => metadata.decision === 'REVIEW' && metadata.policyId !== null && metadata.riskLevel !== 'CRITICAL',
  ) as AuditDraft;
  const { agentId, action, resourceId, destination, dlpFindings, recordsAffected, policyId } = asked.metadata;
  const made = (over: JsonObject = {}) =>
    draft('grant.created', 'g1', {
      ...({ agentId, action, resourceId, destination, call: null, dlpTypes: dlpFindings } as JsonObject),
      ...({
        recordsAffectedMax: recordsAffected,
        policyId,
        until: '2026-12-01T00:00:00.000Z',
        usesMax: 1,
      } as JsonObject),
      ...over,
    });
  const granted = (id: string): AuditDraft => ({
    ...asked,
    subject: { ...asked.subject, id },
    metadata: { ...asked.metadata, decision: 'ALLOW', evaluatedDecision: 'ALLOW', grantId: 'g1' },
  });

  it('lets through what it binds, so often as it says, until it ends', () => {
    expect(outcomesOf([...rules, made(), granted('e1'), asked])).toEqual([ALIKE, ALIKE]);
    expect(outcomesOf([...rules, made(), granted('e1'), granted('e2')]).at(-1)).toMatchObject({ follows: 'REVIEW' });
    expect(outcomesOf([...rules, granted('e1')])).toMatchObject([{ outcome: 'DIFFERS', field: 'decision' }]);
    const ended = draft('grant.ended', 'g1', { reason: 'ENDED' });
    expect(outcomesOf([...rules, made(), ended, granted('e1')])).toMatchObject([{ follows: 'REVIEW' }]);
    const early = made({ until: '2026-11-18T13:00:00.000Z' });
    expect(outcomesOf([...rules, early, granted('e1')])).toMatchObject([{ follows: 'REVIEW' }]);
  });
});

describe('the people who have to approve', () => {
  const byPolicy = Array.from({ length: 200 }, (_, number) => decided(number)).find(
    ({ metadata }) => metadata.decision === 'REVIEW' && metadata.policyId !== null,
  ) as AuditDraft;
  const byScore = Array.from({ length: 200 }, (_, number) => decided(number)).find(
    ({ metadata }) => metadata.decision === 'REVIEW' && metadata.policyId === null,
  ) as AuditDraft;
  const asks = (approvals: JsonObject) => ({ after: { ...(policy.metadata.after as JsonObject), approvals } });
  const two = { count: 2, signed: false };
  const ofPolicy = [organization, agent, resource, { ...policy, metadata: { ...policy.metadata, ...asks(two) } }];
  const ofSettings = [
    { ...organization, metadata: { after: { ...(organization.metadata.after as JsonObject), reviewDefaults: two } } },
    ...rules.slice(1),
  ];
  const ofBudget = [...rules, budget({ limit: 0, approvals: two })];

  it.each([
    ['a policy', ofPolicy, byPolicy],
    ['the organization', ofSettings, byScore],
    ['a budget', ofBudget, allowed(0, byBudget)],
  ])('are as many as %s asks for', (_, chain, asked) => {
    const told = (approvals?: JsonObject) => [
      ...chain,
      { ...asked, metadata: { ...asked.metadata, ...(approvals !== undefined && { approvals }) } },
    ];
    expect(outcomesOf(told(two))).toEqual([ALIKE]);
    expect(outcomesOf(told({ count: 1, signed: false }))).toMatchObject([{ field: 'approvals', follows: two }]);
    expect(outcomesOf(told({ count: 2, signed: true }))).toMatchObject([{ field: 'approvals', follows: two }]);
    // An older build told nothing of them.
    expect(outcomesOf(told())).toEqual([{ outcome: 'UNDECIDED', reason: 'LACKS_FACT', of: 'approvals' }]);
  });

  it('are not told where one is enough', () => {
    expect(outcomesOf([...rules, byPolicy])).toEqual([ALIKE]);
    const more = { ...byPolicy, metadata: { ...byPolicy.metadata, approvals: two } };
    expect(outcomesOf([...rules, more])).toMatchObject([{ field: 'approvals', recorded: two, follows: null }]);
  });
});
