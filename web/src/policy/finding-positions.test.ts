// SPDX-License-Identifier: Apache-2.0
/** Findings of the service stand at the rows of the form that they are about. */
import { expect, it } from 'vitest';
import { draftOf, nodesByPath } from './draft/draft.ts';
import { policyPath, positionFindings } from './finding-positions.ts';

const { root } = draftOf({
  name: 'p',
  action: 'EXPORT',
  decision: 'BLOCK',
  condition: { allOf: [{ destination: 'EXTERNAL' }, { minRecords: 5, anyOf: [{ minRiskScore: 1 }] }] },
});
const idOf = (path: string) => nodesByPath(root).get(path);

it.each([
  ['condition.allOf[0].destination', 'condition.allOf[0].destination'],
  ['condition.allOf[1].minRecords', 'condition.allOf[1].minRecords'],
  ['condition.allOf[1].anyOf[0].minRiskScore', 'condition.allOf[1].anyOf[0].minRiskScore'],
  ['condition.allOf[1].anyOf[0].unknown', 'condition.allOf[1].anyOf[0]'],
  ['condition.allOf[1].agentIds[3]', 'condition.allOf[1]'],
])('puts %s at the row of %s', (path, row) => {
  const { rows, fields, whole } = positionFindings([{ path, text: 'wrong' }], root);
  expect([...rows]).toEqual([[idOf(row), 'wrong']]);
  expect([fields.size, whole]).toEqual([0, []]);
});

it('puts what is about no row at its field, or at the whole', () => {
  const findings = [
    { path: 'name', text: 'taken' },
    { path: 'name', text: 'and odd' },
    { path: '', text: 'matches nothing' },
    { path: 'condition', text: 'matches nothing' },
    { path: 'condition.allOf[9].minRecords', text: 'gone' },
  ];
  const { rows, fields, whole } = positionFindings(findings, root);
  expect(rows.size).toBe(0);
  expect([...fields]).toEqual([['name', 'taken']]);
  expect(whole).toEqual(['matches nothing', 'gone']);
});

it('names a field of a file as the service does', () => {
  expect(policyPath(['spec', 'condition', 'allOf', '0', 'minRecords'])).toBe('condition.allOf[0].minRecords');
  expect(policyPath(['metadata', 'name'])).toBe('name');
  expect(policyPath([])).toBe('');
});
