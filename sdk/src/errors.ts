// SPDX-License-Identifier: Apache-2.0
/** The errors of the client. No message carries content, a key or the body of a foreign answer. */
import type { MaybeDegraded } from './decisions/answered.ts';
import type { Decision } from './wire.ts';

/** The base of every error of this library; an abort is thrown as the reason of the signal. */
export class SvcError extends Error {
  override readonly name: string = 'SvcError';
}

export interface Refused {
  readonly status: number;
  /** A code such as `validation_error`; `unknown` when the answer names none, `not_json` when it is no JSON object. */
  readonly code: string;
  readonly message: string;
  readonly requestId: string | null;
  /** The path of each wrong field with its fault. */
  readonly fields: Readonly<Record<string, string>>;
  readonly known: KnownNames | null;
  readonly retryAfterSeconds: number | null;
  /** Empty unless an act would be blocked now. */
  readonly reasons?: readonly string[];
  /** Null unless an act was redeemed before. */
  readonly redeemedAt?: string | null;
}

/** Some names of the organization, where the request had one that it does not know. */
export interface KnownNames {
  readonly agents: readonly string[];
  readonly resources: readonly { readonly name: string; readonly classification: string }[];
}

/** The service refused the request (4xx). The action must not run. */
export class ApiError extends SvcError {
  override readonly name: string = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  readonly fields: Readonly<Record<string, string>>;
  /** Null except for `policies.test` with an unknown agent or resource. */
  readonly known: KnownNames | null;

  constructor({ status, code, message, requestId, fields, known }: Refused) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.fields = fields;
    this.known = known;
  }
}

/** 400: a field is wrong or missing, or the Idempotency-Key belongs to another request. See `fields` and `code`. */
export class ValidationError extends ApiError {
  override readonly name = 'ValidationError';
}

/** 401: the API key is missing, wrong, revoked or expired. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}

/** 403: the key may not do that, or not from this address. */
export class ForbiddenError extends ApiError {
  override readonly name = 'ForbiddenError';
}

/** 404: unknown agent, resource, event or route. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/**
 * 409. For `redeem` the `code` is `not_allowed`, `already_redeemed`, `approval_lapsed`, `action_mismatch` or
 * `refused_now`: the action must not run. For `reportOutcome` it is `not_allowed` or `outcome_reported`.
 */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
  /** Why the act would be blocked now, for `refused_now`; else empty. */
  readonly reasons: readonly string[];
  /** When the act was redeemed, for `already_redeemed`; else null. RFC 3339. */
  readonly redeemedAt: string | null;

  constructor(refused: Refused) {
    super(refused);
    this.reasons = refused.reasons ?? [];
    this.redeemedAt = refused.redeemedAt ?? null;
  }
}

/** 413: the body is larger than 200 KB and was not evaluated. */
export class PayloadTooLargeError extends ApiError {
  override readonly name = 'PayloadTooLargeError';
}

/** The last attempt was answered with 429. This is no outage: no fail mode applies. */
export class RateLimitedError extends ApiError {
  override readonly name = 'RateLimitedError';
  readonly retryAfterSeconds: number | null;

  constructor(refused: Refused) {
    super(refused);
    this.retryAfterSeconds = refused.retryAfterSeconds;
  }
}

/** No attempt was answered: the last one ended with a time-out, a network error, 408 or 5xx. */
export class UnavailableError extends SvcError {
  override readonly name = 'UnavailableError';
  readonly attempts: number;
  /** The status of the last attempt; null when it was not answered. */
  readonly status: number | null;
  readonly requestId: string | null;

  constructor(what: string, attempts: number, status: number | null, requestId: string | null, cause?: unknown) {
    super(`Service unavailable: ${what} (${attempts === 1 ? '1 attempt' : `${attempts} attempts`})`, { cause });
    this.attempts = attempts;
    this.status = status;
    this.requestId = requestId;
  }
}

/** The answer does not come from this service: HTML, a redirect, a body that is no decision. No fail mode applies. */
export class UnexpectedAnswerError extends SvcError {
  override readonly name = 'UnexpectedAnswerError';
  readonly status: number;
  readonly requestId: string | null;

  constructor(what: string, status: number, requestId: string | null) {
    super(`The answer is not one of svc: ${what}. Check the base address. Do not run the action.`);
    this.status = status;
    this.requestId = requestId;
  }
}

/** Why an allowed action may not run all the same. */
export interface Refusal {
  /** A code of `ConflictError`, or `not_redeemable`: the service, or the event, is older than redemptions. */
  readonly code: string;
  readonly message: string;
  readonly reasons?: readonly string[];
}

/** `guard` did not run the function: the effective outcome was not ALLOW, or the allowed act could not be redeemed. */
export class ActionNotAllowedError extends SvcError {
  override readonly name = 'ActionNotAllowedError';
  readonly decision: MaybeDegraded<Decision>;
  /** Null where the outcome is not ALLOW. */
  readonly refusal: Refusal | null;
  /** `not_allowed` where the outcome is not ALLOW, else the code of the refusal. */
  readonly code: string;

  constructor(decision: MaybeDegraded<Decision>, refusal: Refusal | null = null) {
    const what = refusal?.message ?? `the outcome is ${decision.finalDecision}.`;
    const reasons = refusal === null ? decision.reasons : (refusal.reasons ?? []);
    super(['The action did not run:', what, ...reasons].join(' '));
    this.decision = decision;
    this.refusal = refusal;
    this.code = refusal?.code ?? 'not_allowed';
  }
}

/** The error of a refused request, by its status. */
export function errorOfStatus(refused: Refused): ApiError {
  const KnownError = ERROR_OF_STATUS[refused.status] ?? ApiError;
  return new KnownError(refused);
}

const ERROR_OF_STATUS: Readonly<Record<number, typeof ApiError>> = {
  400: ValidationError,
  401: AuthenticationError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  413: PayloadTooLargeError,
  429: RateLimitedError,
};
