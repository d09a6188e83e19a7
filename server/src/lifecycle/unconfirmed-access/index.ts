// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the answer about access that another person may have set up: API keys, webhooks, integrations and copies of
 * checkpoints. It knows what waits, and what the answer keeps or ends. It refuses to know why they wait.
 */
export { answerAccess } from './answer.ts';
export { readUnconfirmedAccess } from './read.ts';
