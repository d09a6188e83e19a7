// SPDX-License-Identifier: Apache-2.0
/** Guarantee: what cannot be decided again is never taken for what follows, and says what is missing. */
import type { PolicySpec } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import { decided, draft, madeDecisions, RULES } from '../../../test/audit/made-decisions.ts';
import type { AuditDraft } from '../audit-chain/index.ts';
import type { JsonObject } from '../canonical-json/index.ts';
import { type DecidedAgain, decideAgain, openRules, RULES_CHARACTERS_MAX, RulesTooLarge } from './index.ts';

/** The schema is the caller's; here everything with an action is a policy. */
const isPolicy = (value: unknown): value is PolicySpec => typeof (value as JsonObject).action === 'string';

/** The outcome of the last entry. */
function outcomeOf(entries: readonly AuditDraft[]): DecidedAgain {
  const rules = openRules(isPolicy);
  for (const entry of entries) rules.fold(entry);
  return decideAgain(rules, entries.at(-1) as AuditDraft);
}

const { organization, agent, resource, policy } = RULES;
const rules = [organization, agent, resource, policy];
const without = (field: string): AuditDraft => {
  const one = decided(7);
  return { ...one, metadata: { ...one.metadata, [field]: undefined } };
};
const after = (rule: AuditDraft, change: JsonObject): AuditDraft => ({
  ...rule,
  metadata: { ...rule.metadata, after: { ...(rule.metadata.after as JsonObject), ...change } },
});
const undecided = (reason: string, of: string) => ({ outcome: 'UNDECIDED', reason, of });

it('follows, for decisions of every kind', () => {
  for (let number = 0; number < 200; number += 1) {
    expect(outcomeOf([...rules, decided(number)]), String(number)).toEqual({ outcome: 'ALIKE' });
  }
  expect(madeDecisions(3)).toHaveLength(7);
});

describe('not decided', () => {
  it.each([
    'agentId',
    'resourceId',
    'action',
    'destination',
    'recordsAffected',
    'dlpFindings',
    'decision',
    'evaluatedDecision',
    'riskScore',
    'riskLevel',
    'policyId',
    'monitored',
    'classification',
    'lgpdCategories',
    'agentName',
    'resourceName',
    'policySetVersion',
  ])('without %s in its entry', (field) => {
    expect(outcomeOf([...rules, without(field)])).toEqual(undecided('LACKS_FACT', field));
  });

  it.each<[string, JsonObject]>([
    ['action', { action: 'FLY' }],
    ['destination', { destination: 'MOON' }],
    ['recordsAffected', { recordsAffected: -1 }],
    ['recordsAffected', { recordsAffected: 0.5 }],
    ['dlpFindings', { dlpFindings: ['SHOE_SIZE'] }],
    ['dlpFindings', { dlpFindings: null }],
    ['agentId', { agentId: 7 }],
  ])('with a value of %s that no build knows: %j', (field, added) => {
    expect(outcomeOf([...rules, decided(7, added)])).toEqual(undecided('UNKNOWN_VALUE', field));
  });

  it.each(['', 'yesterday', '2026-11-18T13:07:00Z', '1960-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'])(
    'at the moment %j',
    (at) => {
      expect(outcomeOf([...rules, { ...decided(7), at }])).toEqual(undecided('UNKNOWN_VALUE', 'at'));
    },
  );

  it('of another edition of the tables', () => {
    expect(outcomeOf([...rules, decided(7, { edition: 2 })])).toEqual(undecided('OTHER_EDITION', 'edition'));
    expect(outcomeOf([...rules, decided(7, { edition: 1 })])).toEqual({ outcome: 'ALIKE' });
  });

  it('before the settings, or under one of another form', () => {
    expect(outcomeOf([agent, resource, policy, decided(7)])).toEqual(undecided('NO_SETTING', 'enforcement'));
    const odd = after(organization, { riskBlockAt: 'high' });
    expect(outcomeOf([odd, agent, resource, policy, decided(7)])).toEqual(undecided('NO_SETTING', 'riskBlockAt'));
    const mended = draft('organization.updated', 'x', { after: { riskBlockAt: 90 } });
    expect(outcomeOf([odd, agent, resource, policy, mended, decided(7)])).toEqual({ outcome: 'ALIKE' });
  });

  it.each<[string, AuditDraft]>([
    ['agent', after(agent, { permissions: [{ action: 'READ' }] })],
    ['agent', after(agent, { status: 'ASLEEP' })],
    ['resource', after(resource, { classification: 'SECRET' })],
    ['policy', after(policy, { action: 7 })],
    ['policy', draft('policy.updated', 'elsewhere', { after: { decision: 'ALLOW' }, policySetVersion: 1 })],
  ])('under a rule of the kind %s that no build knows', (kind, rule) => {
    expect(outcomeOf([...rules, rule, decided(7)])).toEqual(undecided('UNREADABLE_RULE', kind));
  });

  it('and decided again once that rule is gone', () => {
    const odd = draft('policy.created', 'elsewhere', { after: { name: 'odd' }, policySetVersion: 2 });
    const gone = draft('policy.deleted', 'elsewhere', { policySetVersion: 1 });
    expect(outcomeOf([...rules, odd, decided(7)])).toEqual(undecided('UNREADABLE_RULE', 'policy'));
    expect(outcomeOf([...rules, odd, gone, decided(7)])).toEqual({ outcome: 'ALIKE' });
  });
});

describe('the key of a decision', () => {
  const kind = 'TEST';
  const made = (values: JsonObject) =>
    draft('key.created', 'one', { after: { agentId: null, kind, ...values }, keyPrefix: 'key_test_1', kind });
  const byKey = (added: JsonObject = {}): AuditDraft => ({
    ...decided(7, { sandbox: true, keyPrefix: 'key_test_1', ...added }),
    actor: { type: 'key', id: 'one' },
  });

  it('gives its prefix, and whether it was the sandbox', () => {
    expect(outcomeOf([...rules, made({}), byKey()])).toEqual({ outcome: 'ALIKE' });
    expect(outcomeOf([...rules, made({}), byKey({ sandbox: false })])).toMatchObject({ field: 'sandbox' });
    expect(outcomeOf([...rules, made({}), byKey({ keyPrefix: 'key_test_2' })])).toMatchObject({ field: 'keyPrefix' });
    const updated = draft('key.updated', 'one', { after: { name: 'new' }, keyPrefix: 'key_test_2', kind });
    expect(outcomeOf([...rules, made({}), updated, byKey()])).toMatchObject({ field: 'keyPrefix' });
  });

  it('is one that there is, for an agent that it may speak for', () => {
    const revoked = draft('key.revoked', 'one', {});
    expect(outcomeOf([...rules, byKey()])).toMatchObject({ outcome: 'DIFFERS', field: 'actor' });
    expect(outcomeOf([...rules, made({}), revoked, byKey()])).toMatchObject({ outcome: 'DIFFERS', field: 'actor' });
    expect(outcomeOf([...rules, made({ agentId: agent.subject.id }), byKey()])).toEqual({ outcome: 'ALIKE' });
    expect(outcomeOf([...rules, made({ agentId: 'other' }), byKey()])).toMatchObject({ field: 'agentId' });
    expect(outcomeOf([...rules, made({ agentId: 7 }), byKey()])).toEqual(undecided('UNREADABLE_RULE', 'key'));
    const bySystem = { ...byKey(), actor: { type: 'system', id: 'one' } } as const;
    expect(outcomeOf([...rules, made({}), bySystem])).toMatchObject({ field: 'actor' });
  });
});

describe('a difference', () => {
  it('is an agent or a resource that no entry tells', () => {
    expect(outcomeOf([organization, resource, policy, decided(7)])).toMatchObject({ field: 'agentId', follows: null });
    expect(outcomeOf([organization, agent, policy, decided(7)])).toMatchObject({ field: 'resourceId', follows: null });
    const gone = draft('agent.deleted', agent.subject.id, {});
    expect(outcomeOf([...rules, gone, decided(7)])).toMatchObject({ outcome: 'DIFFERS', field: 'agentId' });
  });

  it('counts more than a fact that is missing', () => {
    const one = without('riskLevel');
    const changed = { ...one, metadata: { ...one.metadata, monitored: true } };
    expect(outcomeOf([...rules, changed])).toMatchObject({ outcome: 'DIFFERS', field: 'monitored' });
  });
});

it('holds no more rules than an organization may have', () => {
  const open = openRules(isPolicy);
  const name = 'x'.repeat(1_000_000);
  const add = (number: number) => open.fold(draft('agent.created', `agent ${number}`, { after: { name } }));
  const fitting = Math.floor(RULES_CHARACTERS_MAX / 1_001_000);
  for (let number = 0; number < fitting; number += 1) add(number);
  // The same record again takes no more.
  for (let number = 0; number < 10; number += 1) add(0);
  expect(() => {
    for (let number = fitting; number < fitting + 2; number += 1) add(number);
  }).toThrow(RulesTooLarge);
});
