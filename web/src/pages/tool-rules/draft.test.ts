// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a set is sent as it was read, unless a person changed it, and a fault stands at its field. */
import type { ToolRulesSpec } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import { draftOf, moved, NEW_SET, newRule, ruleFaults, specOf } from './draft.ts';
import { STARTING_SETS, startingSet } from './starting-sets.ts';

const SET: ToolRulesSpec = {
  name: 'coders',
  description: 'Claude Code',
  agent: 'coder',
  resource: 'workspace',
  unlisted: 'WRITE',
  rules: [
    { tools: 'Read', decide: false },
    { tools: 'Bash', action: 'WRITE_DATA', content: '/command' },
    {
      tools: 'mcp__crm__*',
      action: 'EXPORT_DATA',
      resource: 'customers',
      destination: 'EXTERNAL_API',
      records: '/a~1b/0',
      content: '',
    },
  ],
};

it('sends what was read', () => {
  expect(specOf(draftOf(SET))).toEqual(SET);
  expect(specOf(draftOf({ name: 'short', rules: [] }))).toEqual({ name: 'short', rules: [], unlisted: 'DENY' });
});

it('sends nothing beside the tools of a rule that spares them', () => {
  const rule = newRule({ tools: ' Read ', action: 'SPARED', resource: 'workspace', records: '/n' });
  expect(specOf({ ...NEW_SET, name: ' a ', rules: [rule] })).toMatchObject({
    name: 'a',
    rules: [{ tools: 'Read', decide: false }],
  });
});

describe('faults', () => {
  const faultsOf = (over: object, resource: string | null = null) => [
    ...ruleFaults({ resource, unlisted: 'DENY', rules: [newRule({ tools: 'ok', action: 'SPARED' }), newRule(over)] }),
  ];

  it.each<[object, string | null, [string, string][]]>([
    [{ tools: 'Bash', resource: 'workspace' }, null, []],
    [{ tools: 'Bash' }, 'workspace', []],
    [{ tools: 'Bash' }, null, [['resource', 'noResource']]],
    [{ tools: ' ', action: 'SPARED' }, null, [['rules[1].tools', 'noTools']]],
    [{ tools: 'Bash', content: '*' }, 'workspace', []],
    [{ tools: 'Bash', content: 'command' }, 'workspace', [['rules[1].content', 'noPointer']]],
    [{ tools: 'Bash', records: '/a~2' }, 'workspace', [['rules[1].records', 'noPointer']]],
  ])('%j of a set about %j: %j', (over, resource, faults) => {
    expect(faultsOf(over, resource)).toEqual(faults);
  });
});

it('lacks a resource at a rule where another has its own, and at the set where tools without a rule are writes', () => {
  const rules = [newRule({ tools: 'a', resource: 'own' }), newRule({ tools: 'b' })];
  const paths = (over: object) => [...ruleFaults({ rules, resource: null, unlisted: 'DENY', ...over }).keys()];
  expect(paths({})).toEqual(['rules[1].resource']);
  expect(paths({ unlisted: 'WRITE' })).toEqual(['resource']);
  expect(paths({ rules: [] })).toEqual([]);
  expect(paths({ resource: 'common', unlisted: 'WRITE' })).toEqual([]);
});

it('moves a rule by one place, and none past either end', () => {
  const rules = ['a', 'b', 'c'].map((tools) => newRule({ tools }));
  const names = (place: number, step: -1 | 1) => moved(rules, place, step).map(({ tools }) => tools);
  expect(names(0, 1)).toEqual(['b', 'a', 'c']);
  expect(names(2, -1)).toEqual(['a', 'c', 'b']);
  expect(names(0, -1)).toEqual(['a', 'b', 'c']);
  expect(names(2, 1)).toEqual(['a', 'b', 'c']);
});

it.each(STARTING_SETS)('begins with %s, which lacks a resource alone', (name) => {
  const { rules } = draftOf(startingSet(name, 'set') as ToolRulesSpec);
  expect(rules.length).toBeGreaterThan(5);
  expect([...ruleFaults({ rules, resource: 'workspace', unlisted: 'WRITE' })]).toEqual([]);
});

it('begins with no other set', () => {
  expect(startingSet('constructor', 'set')).toBeNull();
});
