// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the one kind of error that becomes an answer unchanged: a code of the catalogue and a sentence for the caller.
 * Refuses to know HTTP, and who throws it.
 */
import {
  type BrokenClaim,
  type Conflict,
  ERRORS,
  type ErrorBody,
  type ErrorCode,
  type KnownNames,
  type PolicyTestResponse,
} from '@svc/contract';

export interface ApiErrorDetails {
  message?: string;
  /** Maps the path of a field to its fault; a validation error without them says `request`. */
  fields?: Record<string, string>;
  /** The records of a conflict; only routes of the app show it. */
  conflict?: Conflict;
  /** `sole_owner`: the organizations that would be left without an owner. */
  organizations?: readonly { id: string; name: string }[];
  /** The results of test cases that failed. */
  results?: PolicyTestResponse['results'];
  /** The guardrails that a change of policies would break. */
  brokenClaims?: readonly BrokenClaim[];
  /** The change that waits for a second person. */
  proposal?: ErrorBody['proposal'];
  /** Some names that the organization has, where the request had an unknown one. */
  known?: KnownNames;
  /** The seconds that a caller should wait, for `Retry-After`. */
  retryAfterSeconds?: number;
  /** Detail for the log only. */
  cause?: unknown;
}

export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly conflict: Conflict | undefined;
  readonly organizations: readonly { id: string; name: string }[] | undefined;
  readonly results: PolicyTestResponse['results'] | undefined;
  readonly brokenClaims: readonly BrokenClaim[] | undefined;
  readonly proposal: ErrorBody['proposal'];
  readonly known: KnownNames | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, details: ApiErrorDetails = {}) {
    super(details.message ?? ERRORS[code].message, details.cause === undefined ? {} : { cause: details.cause });
    this.code = code;
    this.fields = details.fields ?? (code === 'validation_error' ? { request: this.message } : undefined);
    this.conflict = details.conflict;
    this.organizations = details.organizations;
    this.results = details.results;
    this.brokenClaims = details.brokenClaims;
    this.proposal = details.proposal;
    this.known = details.known;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** An error about one field. */
export function invalid(field: string, message: string): ApiError {
  return new ApiError('validation_error', { message: `${field}: ${message}`, fields: { [field]: message } });
}

/** Characters that could change how a line is read: JSON escapes the other control characters. */
const UNPRINTABLE = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** A name of the organization's own, as it stands in a sentence. */
export function quotedName(name: string): string {
  return JSON.stringify(name).replaceAll(
    UNPRINTABLE,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
