// SPDX-License-Identifier: Apache-2.0
/**
 * The client library of svc: ask before an agent acts. It needs only the platform's fetch and Node's crypto. It refuses
 * to know any agent framework: those have entry points of their own.
 */
export type { AttemptReport } from './calls/index.ts';
export {
  type CallOptions,
  createClient,
  type DecideOptions,
  type GuardOptions,
  type RedeemOptions,
  type SvcClient,
} from './client.ts';
export type { Answered, CountRecords, FailMode, Fallback, MaybeDegraded, WaitOptions } from './decisions/index.ts';
export {
  ActionNotAllowedError,
  ApiError,
  AuthenticationError,
  ConflictError,
  ForbiddenError,
  type KnownNames,
  NotFoundError,
  PayloadTooLargeError,
  RateLimitedError,
  SvcError,
  UnavailableError,
  UnexpectedAnswerError,
  ValidationError,
} from './errors.ts';
export type { ClientOptions } from './options.ts';
export { type VerifyOptions, verifyWebhook } from './webhooks/index.ts';
export type * from './wire.ts';
export type * from './wire-acts.ts';
export type * from './wire-apply.ts';
export type * from './wire-approvals.ts';
export type * from './wire-budgets.ts';
export type * from './wire-proofs.ts';
export type * from './wire-standing.ts';
export type * from './wire-tests.ts';
