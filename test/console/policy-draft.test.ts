// SPDX-License-Identifier: Apache-2.0
/** A policy survives the form, its text and any edits: what is saved is what both sides showed. */
import type { PolicyCondition, PolicySpec } from '@svc/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesIn, differenceOf } from '../../web/src/policy/draft/difference.ts';
import {
  type ConditionNode,
  draftOf,
  isWrittenAsFields,
  nodesByPath,
  type PolicyDraft,
  specOf,
} from '../../web/src/policy/draft/draft.ts';
import { type Edit, edited } from '../../web/src/policy/draft/edit.ts';
import { policyLines } from '../../web/src/policy/draft/lines.ts';
import { readPolicyText } from '../../web/src/policy/text/read.ts';
import { policyText } from '../../web/src/policy/text/write.ts';

const GROUPS = { maxDepth: 3, depthIdentifier: 'groups', withCrossShrink: false };
const RUNS = { numRuns: 60 };

const CONDITION = fc.letrec<{ condition: PolicyCondition }>((tie) => ({
  condition: fc.record(
    {
      action: fc.constantFrom('ANY', 'EXPORT', 'SEND_EMAIL'),
      destination: fc.constantFrom('EXTERNAL', 'INTERNAL'),
      destinationContains: fc.string({ maxLength: 20 }).filter((text) => text.isWellFormed() && !text.includes('\0')),
      containsSensitiveData: fc.boolean(),
      minRecords: fc.nat(),
      maxRecords: fc.nat(),
      minRiskScore: fc.nat({ max: 100 }),
      outsideBusinessHours: fc.boolean(),
      agentIds: fc.array(fc.uuid(), { maxLength: 3 }),
      allOf: fc.oneof(GROUPS, fc.constant([]), fc.array(tie('condition'), { maxLength: 3 })),
      anyOf: fc.oneof(GROUPS, fc.constant([]), fc.array(tie('condition'), { maxLength: 3 })),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<PolicyCondition>,
})).condition;

const POLICY: fc.Arbitrary<PolicySpec> = fc.record({
  name: fc.string({ minLength: 1, maxLength: 60 }).filter((text) => /^[\x20-\x7e]+$/.test(text)),
  description: fc.string({ minLength: 1, maxLength: 60 }).filter((text) => /^[\x20-\x7e\n]+$/.test(text)),
  enabled: fc.boolean(),
  action: fc.constantFrom('ANY', 'READ', 'WRITE', 'DELETE', 'EXPORT'),
  resource: fc.constantFrom('ANY', 'CUSTOMER_PII', 'FINANCIAL'),
  condition: CONDITION.filter((condition) => Object.keys(condition).length > 0),
  decision: fc.constantFrom('ALLOW', 'REVIEW', 'BLOCK'),
  mode: fc.constantFrom('ENFORCE', 'MONITOR'),
  approverRoles: fc.subarray(['OWNER', 'ADMIN', 'MEMBER'] as const) as fc.Arbitrary<('OWNER' | 'ADMIN' | 'MEMBER')[]>,
});

const APPROVALS = fc
  .record({ count: fc.integer({ min: 2, max: 5 }), notAsker: fc.boolean(), signed: fc.boolean() })
  .map(({ signed, ...approvals }) => ({ ...approvals, ...(signed && { signed }) }));
const APPROVER_GROUPS = fc.uniqueArray(fc.constantFrom('dpo', 'Legal team', 'x'), { maxLength: 3 });
const KEPT: fc.Arbitrary<PolicySpec> = fc
  .tuple(POLICY, fc.boolean(), fc.option(APPROVALS), fc.option(fc.integer({ min: 5, max: 43_200 })), APPROVER_GROUPS)
  .map(([policy, isKept, approvals, validMinutes, approverGroups]) => ({
    ...policy,
    ...(approverGroups.length > 0 && { approverGroups }),
    ...(isKept && { escalate: false }),
    ...(policy.decision === 'REVIEW' &&
      approvals !== null && { approvals: { ...approvals, ...(validMinutes !== null && { validMinutes }) } }),
  }));

const nodesOf = (draft: PolicyDraft): ConditionNode[] => {
  const found: ConditionNode[] = [];
  const waiting: ConditionNode[] = [draft.root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    found.push(node);
    if (node.kind === 'group') waiting.push(...node.parts);
  }
  return found;
};

describe('a policy in the form', () => {
  it('is the same policy when it leaves the form, and its text is read as the same form', () => {
    fc.assert(
      fc.property(KEPT, (policy) => {
        const draft = draftOf(policy);
        expect(specOf(draft)).toEqual(policy);
        const { spec, faults } = readPolicyText(policyText(specOf(draft)));
        expect(faults).toEqual([]);
        expect(spec).toEqual(policy);
        // The rows stay the same rows: no place on the page moves when the other side is read.
        expect(draftOf(spec as PolicySpec, draft)).toEqual(draft);
      }),
      RUNS,
    );
  });

  it('stays one policy on both sides through any edits', () => {
    const edit = fc.record({ kind: fc.nat({ max: 5 }), which: fc.nat(), to: fc.nat({ max: 4 }) });
    fc.assert(
      fc.property(POLICY, fc.array(edit, { maxLength: 12 }), (policy, edits) => {
        let draft = draftOf(policy);
        for (const { kind, which, to } of edits) {
          const nodes = nodesOf(draft);
          const { id } = nodes[which % nodes.length] as ConditionNode;
          const groups = nodes.filter((node) => node.kind === 'group');
          const groupId = groups[which % groups.length]?.id ?? 0;
          const choices: Edit[] = [
            { type: 'addCondition', groupId, field: 'destination' },
            { type: 'addGroup', groupId },
            { type: 'remove', id },
            { type: 'moveTo', id, index: to },
            { type: 'setMany', id: groupId, many: to % 2 === 0 ? 'all' : 'any' },
            { type: 'set', fields: { decision: 'BLOCK' } },
          ];
          draft = edited(draft, choices[kind] as Edit);
        }
        const ids = nodesOf(draft).map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(Math.max(...ids)).toBeLessThan(draft.nextId);
        expect(readPolicyText(policyText(specOf(draft))).spec).toEqual(specOf(draft));
      }),
      RUNS,
    );
  });
});

const spec = (condition: PolicyCondition): PolicySpec => ({ name: 'p', action: 'ANY', decision: 'BLOCK', condition });
const conditionAfter = (condition: PolicyCondition, edits: (draft: PolicyDraft) => Edit[]) => {
  const draft = draftOf(spec(condition));
  return specOf(edits(draft).reduce(edited, draft)).condition;
};

describe('edits', () => {
  it('keeps conditions as fields of one condition until a field stands twice', () => {
    const add = (field: 'minRecords' | 'destination') => (draft: PolicyDraft) =>
      [{ type: 'addCondition', groupId: draft.root.id, field }] satisfies Edit[];
    expect(conditionAfter({ destination: 'INTERNAL' }, add('minRecords'))).toEqual({
      destination: 'INTERNAL',
      minRecords: 1_000,
    });
    expect(conditionAfter({ destination: 'INTERNAL' }, add('destination'))).toEqual({
      allOf: [{ destination: 'INTERNAL' }, { destination: 'EXTERNAL' }],
    });
  });

  it('makes all into any, and moves and removes a row', () => {
    const condition = { minRecords: 5, outsideBusinessHours: true };
    const many = (draft: PolicyDraft): Edit[] => [{ type: 'setMany', id: draft.root.id, many: 'any' }];
    expect(conditionAfter(condition, many)).toEqual({ anyOf: [{ minRecords: 5 }, { outsideBusinessHours: true }] });
    const first = (draft: PolicyDraft) => draft.root.parts[0]?.id ?? 0;
    const moved = conditionAfter(condition, (draft) => [{ type: 'moveTo', id: first(draft), index: 1 }]);
    expect(Object.keys(moved ?? {})).toEqual(['outsideBusinessHours', 'minRecords']);
    const removed = conditionAfter(condition, (draft) => [{ type: 'remove', id: first(draft) }]);
    expect(removed).toEqual({ outsideBusinessHours: true });
  });

  it('changes nothing for an id that is gone, and never takes the outermost group away', () => {
    const draft = draftOf(spec({ minRecords: 5 }));
    expect(edited(draft, { type: 'remove', id: 999 })).toBe(draft);
    expect(edited(draft, { type: 'remove', id: draft.root.id })).toBe(draft);
  });

  it('leaves the condition out when the last row is gone', () => {
    const last = conditionAfter({ minRecords: 5 }, (draft) => [{ type: 'remove', id: draft.root.parts[0]?.id ?? 0 }]);
    expect(last).toBeUndefined();
  });
});

it('knows the row of each path that the compiler names', () => {
  const condition = { destination: 'EXTERNAL', anyOf: [{ minRecords: 5 }, { allOf: [{ maxRecords: 2 }] }] } as const;
  const { root } = draftOf(spec(condition as never));
  const paths = nodesByPath(root);
  const field = (path: string) => nodesOf({ root } as PolicyDraft).find(({ id }) => id === paths.get(path));
  expect(field('condition.destination')).toMatchObject({ field: 'destination' });
  expect(field('condition.anyOf[0].minRecords')).toMatchObject({ field: 'minRecords' });
  expect(field('condition.anyOf[1].allOf[0].maxRecords')).toMatchObject({ field: 'maxRecords' });
  expect(field('condition.anyOf')).toMatchObject({ kind: 'group', many: 'any' });
  expect(isWrittenAsFields(root)).toBe(true);
});

it('counts a changed line once, and shows what was there before', () => {
  const before = policyLines(spec({ minRecords: 5, destination: 'EXTERNAL' }));
  const after = policyLines({ ...spec({ minRecords: 9, destination: 'EXTERNAL' }), mode: 'MONITOR' });
  const lines = differenceOf(before, after);
  expect(changesIn(lines)).toBe(2);
  expect(lines.filter(({ kind }) => kind === 'removed').map(({ text }) => text)).toEqual(['  minRecords: 5']);
  const text = (kind: 'removed' | 'added') => lines.filter((line) => line.kind !== kind).map((line) => line.text);
  expect(text('added')).toEqual(before);
  expect(text('removed')).toEqual(after);
});
