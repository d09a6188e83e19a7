// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the questions of AuthZEN: access evaluations as decisions, and access requests as their reviews. Refuses to know
 * HTTP, and how an act is decided, approved and redeemed.
 */
export {
  AccessRequestFault,
  REQUESTS_PATH,
  readTask,
  requestAccess,
  requestEndpointOf,
  TASK_RETRY_AFTER_SECONDS,
  type TaskAnswer,
} from './access-request.ts';
export { evaluate } from './evaluate.ts';
export { batchOf, evaluateAll } from './evaluate-all.ts';
export { membersOf, questionOf, retryKeyOf } from './question.ts';
