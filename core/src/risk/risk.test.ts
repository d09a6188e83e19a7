// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the risk score is the sum of the published table, and every factor above 0 has its sentence. */
import type { DlpType } from '@svc/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CATEGORY_OF_TYPE } from '../dlp/categories.ts';
import { categoriesOfTypes, FAMILY_OF_ACTION, orderedTypes, type RiskFacts, riskLevelOf, scoreRisk } from './index.ts';

const QUIET: RiskFacts = {
  action: 'READ_DATA',
  classification: 'PUBLIC',
  destination: null,
  recordsAffected: null,
  dlpTypes: [],
  containsSensitiveData: false,
  outsideBusinessHours: false,
  hasOpenAnomaly: false,
};
/** The weight of READ_DATA itself. */
const READ_POINTS = 5;
const added = (facts: Partial<RiskFacts>): number => scoreRisk({ ...QUIET, ...facts }).score - READ_POINTS;

describe('risk score', () => {
  it.each([
    ['READ_DATA', 5],
    ['WRITE_DATA', 15],
    ['SEND_EMAIL', 20],
    ['EXPORT_DATA', 25],
    ['DELETE_DATA', 30],
  ] as const)('%s weighs %i', (action, points) => {
    expect(scoreRisk({ ...QUIET, action }).score).toBe(points);
  });

  it.each([
    ['PUBLIC', 0],
    ['INTERNAL', 5],
    ['SENSITIVE', 15],
    ['EMPLOYEE', 15],
    ['FINANCIAL', 20],
    ['CUSTOMER_PII', 20],
  ] as const)('a %s resource weighs %i', (classification, points) => {
    expect(added({ classification })).toBe(points);
  });

  it.each([
    [null, 0],
    ['INTERNAL', 0],
    ['EXTERNAL_EMAIL', 15],
    ['EXTERNAL_API', 15],
  ] as const)('the destination %s weighs %i', (destination, points) => {
    expect(added({ destination })).toBe(points);
  });

  it.each([
    [null, 0],
    [0, 0],
    [10, 0],
    [11, 5],
    [100, 5],
    [101, 10],
    [1_000, 10],
    [1_001, 15],
    [10_000, 15],
    [10_001, 20],
    [100_000_000, 20],
  ])('%s records weigh %i', (recordsAffected, points) => {
    expect(added({ recordsAffected })).toBe(points);
  });

  it.each<[DlpType[], number]>([
    [['CPF'], 10],
    [['RG'], 10],
    [['CNH'], 10],
    [['PHONE_BR'], 10],
    [['EMAIL'], 10],
    [['CEP'], 10],
    [['CNPJ'], 10],
    [['HEALTH_DATA'], 20],
    [['PIX_KEY'], 20],
    [['CREDIT_CARD'], 20],
    [['API_KEY'], 30],
    [['PRIVATE_KEY'], 30],
    [['CPF', 'CREDIT_CARD', 'EMAIL'], 20],
    [['CPF', 'PRIVATE_KEY', 'HEALTH_DATA', 'API_KEY'], 30],
  ])('content with %s weighs %i, the highest only', (dlpTypes, points) => {
    expect(added({ dlpTypes, containsSensitiveData: true })).toBe(points);
  });

  it('content that is only said to be sensitive weighs 10', () => {
    expect(added({ containsSensitiveData: true })).toBe(10);
  });

  it('the time weighs 5 and an open anomaly 10', () => {
    expect(added({ outsideBusinessHours: true })).toBe(5);
    expect(added({ hasOpenAnomaly: true })).toBe(10);
  });

  it('stops at 100', () => {
    const risk = scoreRisk({
      action: 'DELETE_DATA',
      classification: 'CUSTOMER_PII',
      destination: 'EXTERNAL_API',
      recordsAffected: 20_000,
      dlpTypes: ['API_KEY'],
      containsSensitiveData: true,
      outsideBusinessHours: true,
      hasOpenAnomaly: true,
    });
    expect(risk).toMatchObject({ score: 100, level: 'CRITICAL' });
    expect(risk.factors.map(({ code, points }) => [code, points])).toEqual([
      ['ACTION', 30],
      ['RESOURCE', 20],
      ['DESTINATION', 15],
      ['RECORDS', 20],
      ['CONTENT', 30],
      ['OUTSIDE_BUSINESS_HOURS', 5],
      ['OPEN_ANOMALY', 10],
    ]);
  });

  it('names its points in a sentence of each factor, and no factor of 0', () => {
    const { factors } = scoreRisk({ ...QUIET, classification: 'PUBLIC', destination: 'INTERNAL', recordsAffected: 3 });
    expect(factors).toEqual([{ code: 'ACTION', points: 5, reason: 'The action READ_DATA adds 5 points.' }]);
    const all = scoreRisk({ ...QUIET, recordsAffected: 11, dlpTypes: ['CPF', 'EMAIL'], hasOpenAnomaly: true }).factors;
    expect(all.every(({ points, reason }) => points > 0 && reason.includes(` ${points} points.`))).toBe(true);
    expect(all.find(({ code }) => code === 'CONTENT')?.reason).toBe(
      'The content holds CPF, EMAIL, which adds 10 points.',
    );
  });

  it.each([
    [0, 'LOW'],
    [29, 'LOW'],
    [30, 'MEDIUM'],
    [59, 'MEDIUM'],
    [60, 'HIGH'],
    [79, 'HIGH'],
    [80, 'CRITICAL'],
    [100, 'CRITICAL'],
  ])('%i is %s', (score, level) => {
    expect(riskLevelOf(score)).toBe(level);
  });
});

describe('tables', () => {
  it('give each action its family', () => {
    expect(FAMILY_OF_ACTION).toEqual({
      READ_DATA: 'READ',
      WRITE_DATA: 'WRITE',
      DELETE_DATA: 'DELETE',
      EXPORT_DATA: 'EXPORT',
      SEND_EMAIL: 'EXPORT',
    });
  });

  it('give each finding its LGPD category', () => {
    expect(CATEGORY_OF_TYPE).toEqual({
      CPF: 'IDENTIFICATION',
      RG: 'IDENTIFICATION',
      CNH: 'IDENTIFICATION',
      CNPJ: 'COMPANY',
      PIX_KEY: 'FINANCIAL',
      CREDIT_CARD: 'FINANCIAL',
      PHONE_BR: 'CONTACT',
      EMAIL: 'CONTACT',
      CEP: 'LOCATION',
      HEALTH_DATA: 'HEALTH',
      API_KEY: 'CREDENTIALS',
      PRIVATE_KEY: 'CREDENTIALS',
    });
  });

  it('list findings and categories once, in the order of the specification', () => {
    const found: DlpType[] = ['API_KEY', 'CNPJ', 'EMAIL', 'CPF', 'PHONE_BR', 'CPF', 'HEALTH_DATA', 'RG'];
    expect(orderedTypes(found)).toEqual(['CPF', 'CNPJ', 'RG', 'PHONE_BR', 'EMAIL', 'HEALTH_DATA', 'API_KEY']);
    expect(categoriesOfTypes(found)).toEqual(['IDENTIFICATION', 'CONTACT', 'HEALTH', 'COMPANY', 'CREDENTIALS']);
    expect(orderedTypes([])).toEqual([]);
    expect(categoriesOfTypes([])).toEqual([]);
  });

  it('lists do not depend on the order in which things were found', () => {
    const types = fc.array(fc.constantFrom<DlpType>('CPF', 'EMAIL', 'API_KEY', 'CNPJ'));
    fc.assert(
      fc.property(types, (found) => {
        expect(orderedTypes([...found].reverse())).toEqual(orderedTypes(found));
        expect(categoriesOfTypes([...found].reverse())).toEqual(categoriesOfTypes(found));
      }),
    );
  });
});
