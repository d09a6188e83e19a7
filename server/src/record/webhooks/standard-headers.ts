// SPDX-License-Identifier: Apache-2.0
/** The headers of Standard Webhooks, which stand beside our own where an endpoint asks for them. */
import { createHmac } from 'node:crypto';

/** @param key the decoded secret */
export function standardHeaders(key: Buffer, id: string, atSeconds: number, body: string): Record<string, string> {
  const digest = createHmac('sha256', key).update(`${id}.${atSeconds}.`).update(body).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(atSeconds), 'webhook-signature': `v1,${digest}` };
}
