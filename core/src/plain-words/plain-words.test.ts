// SPDX-License-Identifier: Apache-2.0
/** Policies are told as a person would say them, in both languages, and however large they are. */
import {
  CLASSIFICATIONS,
  DESTINATIONS,
  EVENT_ACTIONS,
  type PolicyCondition,
  RECORDS_AFFECTED_MAX,
} from '@svc/contract';
import { expect, it } from 'vitest';
import type { Area } from '../analysis/index.ts';
import {
  agentAreaSentence,
  areaSentence,
  claimSentence,
  conditionSentence,
  outcomeSentence,
  policyParts,
  policySentence,
  situationSentence,
  type ToldPolicy,
} from './index.ts';

const EXPORTS: ToldPolicy = {
  action: 'EXPORT',
  resource: 'CUSTOMER_PII',
  decision: 'REVIEW',
  condition: {
    allOf: [
      { destination: 'EXTERNAL' },
      { anyOf: [{ minRecords: 1_000 }, { allOf: [{ containsSensitiveData: true }, { outsideBusinessHours: true }] }] },
    ],
  },
};

it('tells nested conditions', () => {
  expect(policySentence(EXPORTS, { language: 'en' })).toBe(
    'When an agent exports or e-mails customer data and it goes outside and (either there are 1,000 records or more ' +
      'or (sensitive data is found in the content and it is outside business hours)), ask an owner or admin.',
  );
  expect(policySentence(EXPORTS, { language: 'pt-BR' })).toBe(
    'Quando um agente exporta ou envia por e-mail dados de clientes e o destino é externo e (ou há 1.000 registros ou ' +
      'mais ou (há dados sensíveis no conteúdo e é fora do horário comercial)), perguntar a um proprietário ou ' +
      'administrador.',
  );
});

it('tells the situation without its outcome', () => {
  const policy: ToldPolicy = { action: 'DELETE', decision: 'BLOCK', condition: { minRecords: 250 } };
  expect(situationSentence(policy, { language: 'en' })).toBe(
    'When an agent deletes any data and there are 250 records or more',
  );
});

it.each<[Partial<ToldPolicy>, string]>([
  [{ action: 'ANY', decision: 'ALLOW' }, 'When an agent does anything with any data, allow it.'],
  [{ action: 'DELETE', decision: 'BLOCK', resource: null }, 'When an agent deletes any data, block it.'],
  [
    { action: 'READ', decision: 'BLOCK', mode: 'MONITOR', condition: {} },
    'When an agent reads any data, only note that it would be blocked.',
  ],
  [
    { action: 'WRITE', decision: 'REVIEW', approverRoles: ['MEMBER'], condition: { anyOf: [] } },
    'When an agent writes any data and one of no conditions holds, ask a member.',
  ],
  [
    { action: 'DELETE', decision: 'REVIEW', escalate: false },
    'When an agent deletes any data, ask an owner or admin, and the review is not passed on.',
  ],
  [
    { action: 'DELETE', decision: 'REVIEW', approvals: { count: 2 } },
    'When an agent deletes any data, ask two of an owner or admin, not the one who asked.',
  ],
  [
    { action: 'DELETE', decision: 'REVIEW', approvals: { notAsker: true, validMinutes: 30 }, escalate: false },
    'When an agent deletes any data, ask an owner or admin, not the one who asked, for 30 minutes, and the review is not passed on.',
  ],
  [
    { action: 'DELETE', decision: 'REVIEW', mode: 'MONITOR', approvals: { count: 3, notAsker: false } },
    'When an agent deletes any data, only note that three of an owner or admin would be asked.',
  ],
  [
    { action: 'DELETE', decision: 'REVIEW', approvals: { grants: true }, escalate: false },
    'When an agent deletes any data, ask an owner or admin, who may let the same through for a time, and the review is not passed on.',
  ],
  [{ action: 'DELETE', decision: 'BLOCK', escalate: false }, 'When an agent deletes any data, block it.'],
])('tells %j', (policy, sentence) => {
  expect(policySentence(policy as ToldPolicy, { language: 'en' })).toBe(sentence);
});

it('tells several approvers in Portuguese, and a claim about them', () => {
  const approvals = { count: 2, validMinutes: 60 };
  const policy = { action: 'DELETE', decision: 'REVIEW', approverRoles: ['MEMBER'], approvals } as const;
  expect(policySentence({ ...policy, approverRoles: ['MEMBER'] }, { language: 'pt-BR' })).toBe(
    'Quando um agente exclui quaisquer dados, perguntar a duas pessoas (membro), exceto quem pediu, por 60 minutos.',
  );
  const claim = { when: { action: 'DELETE' }, atLeast: 'REVIEW', approvals: 2 } as const;
  expect(claimSentence(claim, { language: 'en' })).toBe(
    'When an agent deletes any data, 2 people or more are asked or it is blocked.',
  );
});

it.each<[PolicyCondition, string]>([
  [{ minRecords: 500, maxRecords: 10_000 }, 'there are 500 to 10,000 records'],
  [{ maxRecords: 1 }, 'there is 1 record at most'],
  [{ dlpTypes: ['CPF', 'API_KEY'], destination: 'INTERNAL' }, 'it stays inside and a CPF or an API key is found'],
  [{ lgpdCategories: ['HEALTH'] }, 'data of the LGPD category health is found'],
  [{ agentIds: ['A', 'b'] }, 'the agent is crm-sync or b'],
  [{ action: 'SEND_EMAIL', minRiskScore: 60 }, 'it is an e-mail and the risk score is 60 or more'],
  [
    { destinationContains: 'mail', containsSensitiveData: false },
    'its destination contains “mail” and no sensitive data is found',
  ],
])('tells %j', (condition, clause) => {
  const agentNames = (id: string) => (id === 'A' ? 'crm-sync' : undefined);
  expect(conditionSentence(condition, { language: 'en', agentNames })).toBe(clause);
});

it('sets off what matters', () => {
  const parts = policyParts({ action: 'READ', decision: 'REVIEW', condition: { minRiskScore: 5 } }, { language: 'en' });
  expect(parts.filter((part) => typeof part !== 'string')).toEqual([
    { strong: 'reads any data' },
    { strong: 'the risk score is 5 or more' },
    { strong: 'ask an owner or admin' },
  ]);
  expect(outcomeSentence({ decision: 'BLOCK' }, { language: 'pt-BR' })).toBe('bloquear');
});

it('counts what is too much to tell, wide or deep', () => {
  const wide = { anyOf: Array.from({ length: 20_000 }, (_, index) => ({ minRecords: index })) };
  expect(conditionSentence(wide, { language: 'en' })).toMatch(/ or 19,994 more conditions$/);
  let deep: PolicyCondition = { minRecords: 1 };
  for (let level = 0; level < 32; level += 1) deep = { anyOf: [deep, { maxRecords: level }] };
  expect(conditionSentence(deep, { language: 'pt-BR' }).length).toBeLessThan(400);
});

const ANYTHING: Area = {
  agents: { are: 'all but', items: [] },
  resources: CLASSIFICATIONS.map((classification) => ({ classification, names: { are: 'all but', items: [] } })),
  actions: EVENT_ACTIONS,
  destinations: [null, ...DESTINATIONS],
  outsideBusinessHours: [false, true],
  hasOpenAnomaly: [false, true],
  records: { isNotStated: true, from: 0, to: RECORDS_AFFECTED_MAX },
  found: [],
  notFound: [],
  riskScore: { from: 0, to: 100 },
};

it.each<[Partial<Area>, string, string]>([
  [{}, 'Any agent does anything with any data.', 'Qualquer agente faz qualquer coisa com quaisquer dados.'],
  [
    {
      agents: { are: 'all but', items: [{ id: 'a', name: 'finance-bot' }] },
      actions: ['EXPORT_DATA', 'SEND_EMAIL'],
      resources: [{ classification: 'CUSTOMER_PII', names: { are: 'only', items: ['crm'] } }],
      destinations: ['EXTERNAL_EMAIL', 'EXTERNAL_API'],
      records: { isNotStated: true, from: 100, to: RECORDS_AFFECTED_MAX },
      found: [['CPF', 'CNPJ']],
      notFound: ['API_KEY'],
      outsideBusinessHours: [true],
      hasOpenAnomaly: [false],
      riskScore: { from: 60, to: 89 },
    },
    'Any agent but finance-bot exports or e-mails customer data (only crm), to an external destination, 100 records or ' +
      'more or none stated, with a CPF or a CNPJ in the content, without an API key in the content, outside business hours, without an open anomaly, at risk score 60 to 89.',
    'Qualquer agente, exceto finance-bot, exporta ou envia por e-mail dados de clientes (só crm), para um destino ' +
      'externo, 100 registros ou mais ou número não informado, com CPF ou CNPJ no conteúdo, ' +
      'sem chave de API no conteúdo, fora do horário comercial, sem anomalia aberta, com pontuação de risco de 60 a 89.',
  ],
  [
    {
      agents: { are: 'only', items: [...'abcdefg'].map((id) => ({ id, name: null })) },
      actions: ['READ_DATA'],
      records: { isNotStated: false, from: 1, to: 1 },
      destinations: [null],
    },
    'a, b, c, d, e, or 2 others reads any data, without a stated destination, 1 record.',
    'a, b, c, d, e ou mais 2 lê quaisquer dados, sem informar o destino, 1 registro.',
  ],
])('tells the area %j', (fields, inEnglish, inPortuguese) => {
  const area = { ...ANYTHING, ...fields };
  expect(areaSentence(area, { language: 'en' })).toBe(inEnglish);
  expect(areaSentence(area, { language: 'pt-BR' })).toBe(inPortuguese);
});

it('tells an area without its agent', () => {
  const area: Area = { ...ANYTHING, actions: ['DELETE_DATA'], records: { isNotStated: true, from: null, to: null } };
  expect(agentAreaSentence(area, { language: 'en' })).toBe('Deletes any data, without a stated number of records.');
});

it('tells what a claim asks for, of which events, and which it leaves out', () => {
  const deletes = { when: { action: 'DELETE' }, resource: 'CUSTOMER_PII', atLeast: 'BLOCK' } as const;
  expect(claimSentence(deletes, { language: 'en' })).toBe('When an agent deletes customer data, it is always blocked.');
  expect(claimSentence(deletes, { language: 'pt-BR' })).toBe(
    'Quando um agente exclui dados de clientes, a ação é sempre bloqueada.',
  );
  const agentNames = (id: string) => (id === 'a1' ? 'billing-bot' : undefined);
  const mails = { when: { action: 'SEND_EMAIL', minRecords: 10 }, unless: { agentIds: ['a1'] }, never: ['ALLOW'] };
  expect(claimSentence(mails as never, { language: 'en', agentNames })).toBe(
    'When an agent does anything with any data and it is an e-mail and there are 10 records or more, a person is ' +
      'asked or it is blocked, unless the agent is billing-bot.',
  );
  expect(claimSentence({ when: {}, never: ['BLOCK'] }, { language: 'en' })).toBe(
    'When an agent does anything with any data, it is never blocked.',
  );
});
