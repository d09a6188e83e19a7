// SPDX-License-Identifier: Apache-2.0
/** A body for each operation that takes one. It works in the quick start as it stands. */

const POLICY = { name: 'Review customer exports', action: 'EXPORT', resource: 'CUSTOMER_PII', decision: 'REVIEW' };

export const EXAMPLES: Readonly<Record<string, object>> = {
  decideEvent: {
    agent: 'billing-bot',
    action: 'EXPORT_DATA',
    resource: 'customers',
    destination: 'EXTERNAL_API',
    recordsAffected: 1_200,
    content: 'nome;cpf\nAna Souza;529.982.247-25',
  },
  redeemEvent: { agent: 'billing-bot', action: 'READ_DATA', resource: 'orders', recordsAffected: 1 },
  reportOutcome: { status: 'SUCCEEDED', recordsAffected: 1, code: 'done' },
  forwardHttpCall: { agent: 'billing-bot', action: 'READ_DATA', resource: 'orders', method: 'GET', path: '/orders/12' },
  decideMcpCall: { agent: 'billing-bot', resource: 'orders', tool: 'get_order', arguments: { id: 12 } },
  applyPolicies: { policies: [POLICY], dryRun: true },
  applyBudgets: {
    budgets: [
      {
        ...{ name: 'Exports of a day', measure: 'RECORDS', limit: 500, window: 'DAY', per: 'AGENT' },
        ...{ action: 'EXPORT', onExceed: 'REVIEW' },
      },
    ],
    dryRun: true,
  },
  applyToolRules: {
    toolRules: [
      {
        name: 'Tools of orders',
        resource: 'orders',
        rules: [{ tools: 'get_*', action: 'READ_DATA', records: '/limit' }],
      },
    ],
    dryRun: true,
  },
  scanContent: { content: 'Ana Souza, CPF 529.982.247-25' },
  testPolicies: {
    policies: [POLICY],
    cases: [
      {
        name: 'an export waits for a person',
        input: { agent: 'billing-bot', action: 'EXPORT_DATA', resource: 'customers' },
        expect: { decision: 'REVIEW' },
      },
    ],
  },
  provePolicies: {
    claims: [
      { name: 'No customer is deleted', resource: 'CUSTOMER_PII', when: { action: 'DELETE' }, atLeast: 'BLOCK' },
    ],
  },
  sendContact: { name: 'Ana Souza', email: 'ana@example.com', message: 'How do we connect our agent?' },
};
