// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the outcome of an event: the permission of the agent, the deciding policy or threshold, monitor mode, and the
 * later effect of a review. It refuses to know how policies match and how risk is scored.
 */
export { conclude, type ToolFault, type Verdict, type VerdictInput, type VerdictSettings } from './conclude.ts';
export {
  type Agent,
  isRefusal,
  type Permission,
  permissionRefusal,
  permitsMore,
  type Refusal,
  type Resource,
  reaches,
} from './permission.ts';
export {
  approvalsAt,
  finalDecisionOf,
  type ReviewState,
  reviewStatusAt,
} from './review.ts';
