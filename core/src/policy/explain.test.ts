// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a person can see, field by field, why a policy matched an event or did not. */
import type { PolicySpec } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import { explainPolicy, type PolicyFacts } from './index.ts';

const FACTS: PolicyFacts = {
  agentId: 'agent-1',
  action: 'SEND_EMAIL',
  classification: 'FINANCIAL',
  destination: null,
  recordsAffected: 50,
  containsSensitiveData: true,
  dlpTypes: ['CPF'],
  lgpdCategories: ['IDENTIFICATION'],
  riskScore: 55,
  outsideBusinessHours: true,
};

describe('explainPolicy', () => {
  it('traces every field that is set, also after one that did not match', () => {
    const policy: PolicySpec = {
      name: 'mail',
      action: 'EXPORT',
      resource: 'CUSTOMER_PII',
      decision: 'BLOCK',
      condition: { destination: 'EXTERNAL', minRecords: 50, agentIds: ['AGENT-1'], dlpTypes: ['RG', 'CPF'] },
    };
    expect(explainPolicy(policy, FACTS)).toEqual({
      matched: false,
      isTruncated: false,
      fields: [
        { path: 'enabled', expected: true, actual: true, matched: true },
        { path: 'action', expected: 'EXPORT', actual: 'EXPORT', matched: true },
        { path: 'resource', expected: 'CUSTOMER_PII', actual: 'FINANCIAL', matched: false },
        { path: 'condition.destination', expected: 'EXTERNAL', actual: null, matched: false },
        { path: 'condition.minRecords', expected: 50, actual: 50, matched: true },
        { path: 'condition.agentIds', expected: ['AGENT-1'], actual: 'agent-1', matched: true },
        { path: 'condition.dlpTypes', expected: ['RG', 'CPF'], actual: ['CPF'], matched: true },
      ],
    });
  });

  it('shows a group before its conditions, with how many of them matched', () => {
    const policy: PolicySpec = {
      name: 'groups',
      action: 'ANY',
      decision: 'REVIEW',
      condition: { allOf: [{ anyOf: [{ minRecords: 60 }, { maxRecords: 60 }] }, { minRiskScore: 56 }] },
    };
    const trace = explainPolicy(policy, FACTS);
    expect(trace.matched).toBe(false);
    expect(trace.fields.slice(3)).toEqual([
      {
        path: 'condition.allOf',
        expected: 'all 2 match',
        actual: '1 matched',
        matched: false,
        count: { of: 2, matched: 1 },
      },
      {
        path: 'condition.allOf[0].anyOf',
        expected: 'at least 1 of 2 matches',
        actual: '1 matched',
        matched: true,
        count: { of: 2, matched: 1 },
      },
      { path: 'condition.allOf[0].anyOf[0].minRecords', expected: 60, actual: 50, matched: false },
      { path: 'condition.allOf[0].anyOf[1].maxRecords', expected: 60, actual: 50, matched: true },
      { path: 'condition.allOf[1].minRiskScore', expected: 56, actual: 55, matched: false },
    ]);
  });

  it('says that a disabled policy did not match, and that ANY did', () => {
    const trace = explainPolicy({ name: 'off', action: 'ANY', decision: 'BLOCK', enabled: false }, FACTS);
    expect(trace.matched).toBe(false);
    expect(trace.fields.map(({ matched }) => matched)).toEqual([false, true, true]);
    expect(trace.fields[2]).toMatchObject({ path: 'resource', expected: 'ANY' });
  });

  it('describes a long list instead of copying it', () => {
    const agentIds = Array.from({ length: 8_000 }, (_, index) => `agent-${index}`);
    const trace = explainPolicy({ name: 'x', action: 'ANY', decision: 'BLOCK', condition: { agentIds } }, FACTS);
    expect(trace.fields[3]).toEqual({
      path: 'condition.agentIds',
      expected: 'one of 8000',
      count: { of: 8_000, matched: null },
      actual: 'agent-1',
      matched: true,
    });
  });
});
