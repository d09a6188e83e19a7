// SPDX-License-Identifier: Apache-2.0
// LangChain.js. The tools are called as a model would call them.
// Start the service with `npm start`, then: SVC_API_KEY=key_test_… node sdk/examples/langchain.mjs
import { tool } from '@langchain/core/tools';
import { createClient } from '@svc/sdk';
import { guardTool } from '@svc/sdk/langchain';
import { z } from 'zod';

const svc = createClient();
const agent = 'billing-bot';

const readOrders = tool(({ count }) => `${count} orders`, {
  name: 'read_orders',
  description: 'Reads orders.',
  schema: z.object({ count: z.number() }),
});
const deleteCustomers = tool(() => 'deleted', {
  name: 'delete_customers',
  description: 'Deletes customers.',
  schema: z.object({}),
});

const tools = [
  guardTool(svc, readOrders, ({ count }) => ({
    agent,
    action: 'READ_DATA',
    resource: 'orders',
    recordsAffected: count,
  })),
  guardTool(svc, deleteCustomers, () => ({ agent, action: 'DELETE_DATA', resource: 'customers' })),
];

for (const one of tools) {
  const message = await one.invoke({ type: 'tool_call', id: `call_${one.name}`, name: one.name, args: { count: 2 } });
  process.stdout.write(`${one.name}: ${message.content}\n`);
}
