// SPDX-License-Identifier: Apache-2.0
// Start the service with `npm start`, then: SVC_API_KEY=key_test_… node sdk/examples/first-decision.mjs
import { ActionNotAllowedError, createClient } from '@svc/sdk';

const svc = createClient();
const agent = 'billing-bot';

const orders = await svc.guard({ agent, action: 'READ_DATA', resource: 'orders', recordsAffected: 1 }, () => [
  'order 1',
]);
process.stdout.write(`read ${orders.length} order\n`);

try {
  await svc.guard({ agent, action: 'DELETE_DATA', resource: 'customers' }, () => process.stdout.write('deleted\n'));
} catch (error) {
  if (!(error instanceof ActionNotAllowedError)) throw error;
  process.stdout.write(`${error.message}\n`);
}
