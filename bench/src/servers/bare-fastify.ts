// SPDX-License-Identifier: Apache-2.0
/**
 * The cost of Fastify alone: the same body schema, the same compiled answer, and nothing in between. It decides
 * nothing, knows no key and records nothing.
 */
import { type Decision, NAMED_SCHEMAS, OPERATIONS } from '@svc/contract';
import fastify from 'fastify';

const ANSWER: Decision = {
  id: '019a0000-0000-7000-8000-000000000000',
  decision: 'REVIEW',
  finalDecision: 'REVIEW',
  evaluatedDecision: 'REVIEW',
  monitored: false,
  riskLevel: 'HIGH',
  riskScore: 60,
  reasons: ['The policy "Review customer exports" decides REVIEW.', 'The action EXPORT_DATA adds 25 points.'],
  policy: { id: '019a0000-0000-7000-8000-000000000001', name: 'Review customer exports' },
  dlpFindings: [],
  lgpdCategories: [],
  review: {
    status: 'PENDING',
    expiresAt: '2026-01-01T00:00:00.000Z',
    decidedAt: null,
    note: null,
    approvals: { needed: 1, given: 0, stillFrom: [] },
  },
  quotaExceeded: false,
  sandbox: false,
  contentScanned: false,
  actionDigest: `sha256:${'0'.repeat(64)}`,
  redemption: null,
  outcome: null,
  context: null,
  grant: null,
  budget: null,
};

const app = fastify({ ajv: { customOptions: { removeAdditional: false, coerceTypes: false } } });
for (const schema of Object.values(NAMED_SCHEMAS)) app.addSchema(schema);
const { method, path, request, success } = OPERATIONS.decideEvent;
app.route({
  method,
  url: path,
  schema: { body: { $ref: `${request}#` }, response: { [success.status]: { $ref: `${success.schema}#` } } },
  handler: async () => ANSWER,
});
const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`listening on ${address}\n`);
process.once('SIGTERM', () => void app.close());
