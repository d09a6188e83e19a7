// SPDX-License-Identifier: Apache-2.0
/** Guarantee: each finding names the policy that it is about, and no two kinds of finding are swapped. */
import { CLASSIFICATIONS } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import {
  type AnalysedPolicy,
  type AnalysisWorld,
  access,
  difference,
  examine,
  prove,
  shadowers,
  waysOut,
} from '../../core/src/analysis/index.ts';
import { AGENTS, AMPLE, ask, engineOf, policy } from './engine.ts';

const WORLD: AnalysisWorld = {
  agents: AGENTS,
  resources: [
    { id: 'r1', name: 'customers', classification: 'CUSTOMER_PII' },
    { id: 'r2', name: 'leads', classification: 'CUSTOMER_PII' },
    { id: 'r3', name: 'ledger', classification: 'FINANCIAL' },
  ],
  settings: { enforcement: 'ENFORCE', riskReviewAt: 60, riskBlockAt: 80 },
};
const names = (found: readonly { name: string }[] = []): string[] => found.map(({ name }) => name);
const examined = (...policies: AnalysedPolicy[]) => examine(WORLD, policies, AMPLE).answer;
const found = (before: AnalysedPolicy[], after: AnalysedPolicy[]) =>
  difference(WORLD, before, after, 'decision', AMPLE).answer ?? [];

describe('findings about a set', () => {
  it('tell why a policy never decides', () => {
    const findings = examined(
      policy('broad', { action: 'READ' }),
      policy('narrow', { action: 'READ', decision: 'ALLOW', condition: { minRecords: 5 } }),
      policy('empty', { condition: { agentIds: [] } }),
      policy('asleep', { condition: { agentIds: ['PAUSED'] } }),
      policy('off', { enabled: false }),
    );
    expect(findings?.dead.map(({ name, cause }) => [name, cause])).toEqual([
      ['asleep', 'REFUSED'],
      ['empty', 'NEVER_MATCHES'],
      ['narrow', 'SHADOWED'],
    ]);
    expect(names(findings?.withoutEffect)).toEqual([]);
  });

  it('name the policies that shadow together, and leave out the needless', () => {
    const set = [
      policy('a few', { condition: { maxRecords: 9 } }),
      policy('b many', { condition: { minRecords: 10 } }),
      policy('c some', { condition: { minRecords: 5, maxRecords: 20 } }),
      policy('stated', { decision: 'REVIEW', condition: { minRecords: 0 } }),
    ];
    expect(names(shadowers(WORLD, set, 'id of stated', AMPLE).answer ?? [])).toEqual(['a few', 'b many']);
    for (const { name, witness } of shadowers(WORLD, set, 'id of stated', AMPLE).answer ?? []) {
      const decided = ask(engineOf(WORLD, set), witness.input);
      expect([witness.policy?.name, decided.policy?.name]).toEqual([name, name]);
      const alone = ask(engineOf(WORLD, [set[3] as AnalysedPolicy]), witness.input);
      expect(alone.policy?.name).toBe('stated');
    }
    expect(shadowers(WORLD, set, 'id of a few', AMPLE).answer).toBeNull();
    expect(names(examined(...set)?.dead)).toEqual(['c some', 'stated']);
  });

  it('tell which live policy could be removed', () => {
    const findings = examined(
      policy('block deletes', { action: 'DELETE' }),
      policy('block big deletes', { action: 'DELETE', condition: { minRecords: 100 } }),
    );
    expect(names(findings?.dead)).toEqual([]);
    expect(names(findings?.withoutEffect)).toEqual(['block big deletes']);
  });

  it('tell which field asks for what the others ask for already', () => {
    const findings = examined(
      policy('twice', {
        action: 'READ',
        condition: { action: 'READ_DATA', minRecords: 7, anyOf: [{ minRecords: 3 }] },
      }),
    );
    expect(findings?.needlessFields.map(({ field }) => field)).toEqual(['action', 'anyOf']);
  });

  it('offer one wider policy for two, where nothing else is decided then', () => {
    const few = policy('few', { action: 'READ', condition: { maxRecords: 9 } });
    const many = policy('many', { action: 'READ', condition: { minRecords: 10, maxRecords: 99 } });
    const offered = (...set: AnalysedPolicy[]) =>
      examined(...set)?.mergeable.map(({ name, other, condition }) => [name, other.name, condition]);
    expect(offered(few, many)).toEqual([['few', 'many', { maxRecords: 99 }]]);
    expect(offered(few, { ...many, condition: { minRecords: 11 } })).toEqual([]);
    expect(offered(few, { ...many, decision: 'REVIEW' })).toEqual([]);
    expect(offered(few, { ...many, mode: 'MONITOR' })).toEqual([]);
    const found = (dlpTypes: ('CPF' | 'EMAIL')[]) => ({ dlpTypes, minRecords: 1 });
    expect(offered(policy('a', { condition: found(['CPF']) }), policy('b', { condition: found(['EMAIL']) }))).toEqual([
      ['a', 'b', { minRecords: 1, dlpTypes: ['CPF', 'EMAIL'] }],
    ]);
    const part = (minRiskScore: number) => ({ anyOf: [{ minRiskScore, maxRecords: minRiskScore }] });
    expect(offered(policy('a', { condition: part(40) }), policy('b', { condition: part(50) }))).toEqual([
      ['a', 'b', { anyOf: [...part(40).anyOf, ...part(50).anyOf] }],
    ]);
    const either = { destination: 'EXTERNAL' } as const;
    expect(
      offered(policy('a', { condition: either }), policy('b', { condition: { destination: 'INTERNAL' } })),
    ).toEqual([]);
  });

  it('offer no merger past a policy with other approvers', () => {
    const asks = (
      name: string,
      condition: AnalysedPolicy['condition'],
      approverRoles: AnalysedPolicy['approverRoles'],
    ) => policy(name, { decision: 'REVIEW', condition: condition ?? {}, approverRoles: approverRoles ?? [] });
    const [low, high] = [asks('a', { maxRecords: 9 }, ['OWNER']), asks('c', { minRecords: 10 }, ['OWNER'])];
    const merged = (...set: AnalysedPolicy[]) => examined(...set)?.mergeable.map(({ name }) => name);
    expect(merged(low, high)).toEqual(['a']);
    expect(merged(low, high, asks('b', { minRecords: 50 }, ['ADMIN']))).toEqual(['c']);
    expect(merged(low, high, asks('b', { minRiskScore: 50 }, ['ADMIN']))).toEqual([]);
  });

  it('tell which policy is for agents that are not registered', () => {
    expect(names(examined(policy('stranger', { condition: { agentIds: ['x'] } }))?.unknownAgents)).toEqual([
      'stranger',
    ]);
  });

  it('tell which threshold of risk decides nothing', () => {
    expect(examined()?.unreachableThresholds).toEqual([]);
    expect(
      examined(policy('all', { decision: 'REVIEW', condition: { minRiskScore: 80 } }))?.unreachableThresholds,
    ).toEqual(['riskBlockAt']);
    expect(examined(policy('all', {}))?.unreachableThresholds).toEqual(['riskReviewAt', 'riskBlockAt']);
  });

  it('look at monitored policies by the evaluated decision alone', () => {
    const block = policy('watched', { mode: 'MONITOR', action: 'READ' });
    const allow = policy('reads', { decision: 'ALLOW', action: 'READ' });
    expect(names(examined(block, allow)?.dead)).toEqual([]);
    expect(names(examined({ ...block, mode: 'ENFORCE' }, allow)?.dead)).toEqual(['reads']);
  });
});

describe('the difference of two sets', () => {
  it('is empty for sets that decide alike', () => {
    const split = [policy('a', { condition: { maxRecords: 9 } }), policy('b', { condition: { minRecords: 10 } })];
    expect(found(split, [policy('c', { condition: { minRecords: 0 } })])).toEqual([]);
  });

  it('tells looser from stricter, in one readable area with its event and its policies', () => {
    const before = [policy('exports', { action: 'EXPORT', condition: { minRecords: 100 } })];
    const after = [policy('exports', { action: 'EXPORT', condition: { minRecords: 500 } })];
    const [change, ...others] = found(before, after).filter(({ to }) => to.decision === 'ALLOW');
    expect(others).toEqual([]);
    expect(change).toMatchObject({ kind: 'looser', from: { decision: 'BLOCK' }, isExact: true });
    const [area] = change?.areas ?? [];
    expect(area?.area).toMatchObject({
      agents: { are: 'all but', items: [] },
      actions: ['EXPORT_DATA', 'SEND_EMAIL'],
      records: { isNotStated: false, from: 100, to: 499 },
      riskScore: { to: 59 },
      found: [],
      notFound: [],
    });
    expect(area?.area.resources.map(({ classification }) => classification)).toEqual([...CLASSIFICATIONS]);
    expect(area?.by).toEqual({ before: 'exports', after: null });
    expect(found(after, before).map(({ kind }) => kind)).toContain('stricter');
  });

  it('sees who may approve, also when only a name changes the order', () => {
    const review = (name: string, approverRoles: AnalysedPolicy['approverRoles']) =>
      policy(name, { decision: 'REVIEW', approverRoles: approverRoles ?? [] });
    const before = [review('a', ['OWNER']), review('b', ['MEMBER'])];
    const [change] = found(before, [review('c', ['OWNER']), review('b', ['MEMBER'])]);
    expect(change).toMatchObject({ kind: 'approvers', from: { approvers: ['OWNER'] }, to: { approvers: ['MEMBER'] } });
    expect(found([review('a', [])], [review('a', ['ADMIN', 'OWNER'])])).toEqual([]);
  });

  it('is looser where a review that was kept may be passed on, and not the other way', () => {
    const review = (fields: Partial<AnalysedPolicy>) => [policy('a', { decision: 'REVIEW', ...fields })];
    const kept = review({ escalate: false });
    expect(found(kept, review({}))).toMatchObject([
      { kind: 'looser', from: { decision: 'REVIEW', escalates: false }, to: { decision: 'REVIEW', escalates: true } },
    ]);
    expect(found(kept, review({ approverRoles: ['MEMBER'] })).map(({ kind }) => kind)).toEqual(['looser']);
    expect(found(review({ escalate: true }), kept).map(({ kind }) => kind)).toEqual(['stricter']);
    expect(found(review({ approverRoles: ['MEMBER'] }), kept).map(({ kind }) => kind)).toEqual(['approvers']);
    expect(found(review({}), review({ escalate: true }))).toEqual([]);
    expect(found([policy('a', { decision: 'BLOCK', escalate: false })], [policy('a', { decision: 'BLOCK' })])).toEqual(
      [],
    );
  });
});

describe('several approvers', () => {
  const review = (name: string, approvals: AnalysedPolicy['approvals'], fields: Partial<AnalysedPolicy> = {}) =>
    policy(name, { decision: 'REVIEW', ...(approvals !== undefined && { approvals }), ...fields });
  const kinds = (before: AnalysedPolicy[], after: AnalysedPolicy[]) => found(before, after).map(({ kind }) => kind);

  it.each<[AnalysedPolicy['approvals'], AnalysedPolicy['approvals'], string[]]>([
    [{ count: 2 }, { count: 1 }, ['looser']],
    [{ count: 2 }, { count: 3 }, ['stricter']],
    [{ count: 2 }, { count: 3, notAsker: false }, ['looser']],
    [{ count: 2 }, { count: 2, notAsker: false }, ['looser']],
    [{ count: 2, notAsker: false }, { count: 2 }, ['stricter']],
    [{ signed: true }, {}, ['looser']],
    [{ signed: true }, { count: 2 }, ['looser']],
    [{ signed: true, validMinutes: 5 }, { signed: true }, ['looser']],
    [{}, { signed: true }, ['stricter']],
    [{}, { signed: false }, []],
    [{ validMinutes: 5 }, { validMinutes: 43_200 }, ['looser']],
    [{ validMinutes: 5 }, {}, ['looser']],
    [{}, { validMinutes: 43_200 }, ['stricter']],
    [{ count: 2 }, { count: 2, notAsker: true }, []],
    [undefined, { count: 1, notAsker: false }, []],
  ])('of %j and then %j are %j', (before, after, expected) => {
    expect(kinds([review('a', before)], [review('a', after)])).toEqual(expected);
  });

  it('are told with both sides, and count less than other roles do', () => {
    expect(found([review('a', { count: 2, validMinutes: 60 })], [review('a', { count: 5 })])).toMatchObject([
      {
        from: { approvals: { count: 2, notAsker: true, validMinutes: 60 } },
        to: { approvals: { count: 5, notAsker: true, validMinutes: null } },
      },
    ]);
    expect(kinds([review('a', undefined)], [review('a', { count: 2 }, { approverRoles: ['MEMBER'] })])).toEqual([
      'approvers',
    ]);
  });

  it('are proved where every review of the events asks for as many', () => {
    const claim = (approvalsMin: number) =>
      ({
        name: 'c',
        of: 'decision',
        never: ['ALLOW'],
        approvalsMin,
        when: { action: 'DELETE' },
        agents: 'any',
      }) as const;
    const deletes = { action: 'DELETE' } as const;
    const two = review('b two', { count: 2 }, deletes);
    const answer = (set: AnalysedPolicy[], approvalsMin: number) =>
      prove(WORLD, set, [claim(approvalsMin)], AMPLE).answer?.[0];
    expect(answer([two], 2)).toMatchObject({ isProved: true, heldBy: [{ name: 'b two' }] });
    expect(answer([two], 3)).toMatchObject({ isProved: false, counterexample: { policy: { name: 'b two' } } });
    // The first by name decides, although it asks for fewer.
    const one = review('a one', undefined, { ...deletes, condition: { minRecords: 10 } });
    expect(answer([two, one], 2)).toMatchObject({ isProved: false, counterexample: { policy: { name: 'a one' } } });
    expect(answer([two, { ...one, name: 'c one' }], 2)).toMatchObject({ isProved: true });
    expect(answer([policy('block', deletes)], 5)).toMatchObject({ isProved: true });
  });
});

describe('the access of an agent', () => {
  const allow = [policy('all', { decision: 'ALLOW' })];

  it('is what its allow-list leaves', () => {
    const { answer } = access(WORLD, allow, 'reader', 'ALLOW', AMPLE);
    expect(answer).toHaveLength(1);
    expect(answer?.[0]?.area).toMatchObject({
      agents: { are: 'only', items: [{ name: 'reader-bot' }] },
      actions: ['READ_DATA'],
      resources: [{ classification: 'CUSTOMER_PII', names: { are: 'only', items: ['customers'] } }],
    });
  });

  it('is nothing for a paused agent, and names an agent that no policy names', () => {
    expect(access(WORLD, allow, 'paused', 'ALLOW', AMPLE).answer).toEqual([]);
    const [area] = access(WORLD, allow, 'open', 'ALLOW', AMPLE).answer ?? [];
    expect(area?.area.agents).toEqual({ are: 'only', items: [{ id: 'open', name: 'open-bot' }] });
  });
});

describe('ways out', () => {
  const event = {
    agent: WORLD.agents[0] as AnalysisWorld['agents'][number],
    resource: WORLD.resources[0] as AnalysisWorld['resources'][number],
    action: 'EXPORT_DATA',
    destination: 'EXTERNAL_API',
    recordsAffected: 5_000,
    findings: ['CPF', 'EMAIL'],
    outsideBusinessHours: false,
    hasOpenAnomaly: false,
  } as const;
  const out = (policies: AnalysedPolicy[], changes = {}) => {
    const engine = engineOf(
      { ...WORLD, settings: { ...WORLD.settings, riskReviewAt: 100, riskBlockAt: 100 } },
      policies,
    );
    const conditions = policies.map(({ condition }) => condition ?? {});
    return waysOut({ ...event, ...changes }, conditions, (input) => ask(engine, input).decision === 'ALLOW');
  };

  it('offer a range of records, nearest first', () => {
    expect(out([policy('many', { condition: { minRecords: 100 } })]).ways).toEqual([{ records: { from: 0, to: 99 } }]);
    const gap = [policy('many', { condition: { minRecords: 100 } }), policy('few', { condition: { maxRecords: 9 } })];
    expect(out(gap).ways).toEqual([{ records: { from: 10, to: 99 } }]);
  });

  it('offer the internal side, business hours and content without types', () => {
    const outside = policy('outside', { condition: { destination: 'EXTERNAL' } });
    expect(out([outside]).ways).toEqual([{ destination: 'INTERNAL' }]);
    const late = policy('late', { condition: { outsideBusinessHours: true } });
    expect(out([late], { outsideBusinessHours: true }).ways).toEqual([{ outsideBusinessHours: false }]);
    const personal = policy('personal', { condition: { dlpTypes: ['CPF'] } });
    expect(out([personal]).ways[0]).toEqual({ withoutFindings: ['CPF'] });
  });

  it('offer two changes where one is not enough, and none where nothing helps', () => {
    const both = [
      policy('outside', { condition: { destination: 'EXTERNAL' } }),
      policy('many', { condition: { minRecords: 100 } }),
    ];
    expect(out(both).ways).toEqual([{ records: { from: 0, to: 99 }, destination: 'INTERNAL' }]);
    expect(out([policy('all', {})])).toEqual({ ways: [], complete: true });
  });

  it('say that not all was tried', () => {
    const bands = policy('bands', { condition: { anyOf: Array.from({ length: 300 }, (_, n) => ({ minRecords: n })) } });
    expect(out([bands, policy('all', {})]).complete).toBe(false);
  });
});
