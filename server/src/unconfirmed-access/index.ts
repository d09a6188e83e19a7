// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the answer about keys, webhooks and integrations that another person may have made: what waits for it, and what
 * it keeps or ends. It refuses to know why they wait.
 */
export { answerAccess } from './answer.ts';
export { readUnconfirmedAccess } from './read.ts';
