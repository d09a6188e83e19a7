// SPDX-License-Identifier: Apache-2.0
/** The setting of the guide's snippets: a service, a chat, and an action that needs a review. */
import { createClient, type EventRequest } from '@svc/sdk';
import { INPUT } from '../agent.ts';

export const svc = createClient();
export const chat = crypto.randomUUID();
export const { count } = INPUT;
export const described = ({ count: recordsAffected }: { count: number }): EventRequest => ({
  agent: 'billing-bot',
  action: 'EXPORT_DATA',
  resource: 'customers',
  destination: 'EXTERNAL_API',
  recordsAffected,
});
export const ran: number[] = [];
export function exportRows(rows: number): string {
  ran.push(rows);
  return `${rows} customers`;
}
