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
  type FieldCode,
  FieldFault,
  type KnownNames,
  type PolicyTestResponse,
  type SsoRefusal,
} from '@svc/contract';

export interface ApiErrorDetails {
  message?: string;
  /** Maps the path of a field to its fault; a validation error without them says `request`. */
  fields?: Record<string, FieldFault | string>;
  /** The records of a conflict; only routes of the app show it. */
  conflict?: Conflict;
  /** `sole_owner`: the organizations that would be left without an owner. `sso_required`: those of the person. */
  organizations?: readonly { id: string; name: string }[];
  /** `sso_refused`: why. */
  reason?: SsoRefusal;
  /** The results of test cases that failed. */
  results?: PolicyTestResponse['results'];
  /** The guardrails that a change of policies would break. */
  brokenClaims?: readonly BrokenClaim[];
  /** The change that waits for a second person. */
  proposal?: ErrorBody['proposal'];
  /** Some names that the organization has, where the request had an unknown one. */
  known?: KnownNames;
  /** `refused_now`: why it would be blocked. */
  reasons?: readonly string[];
  /** `already_redeemed`: when. */
  redeemedAt?: string | undefined;
  /** The seconds that a caller should wait, for `Retry-After`. */
  retryAfterSeconds?: number;
  /** Detail for the log only. */
  cause?: unknown;
}

export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly fieldCodes: Record<string, FieldCode> | undefined;
  readonly conflict: Conflict | undefined;
  readonly organizations: readonly { id: string; name: string }[] | undefined;
  readonly reason: SsoRefusal | undefined;
  readonly results: PolicyTestResponse['results'] | undefined;
  readonly brokenClaims: readonly BrokenClaim[] | undefined;
  readonly proposal: ErrorBody['proposal'];
  readonly known: KnownNames | undefined;
  readonly reasons: readonly string[] | undefined;
  readonly redeemedAt: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, details: ApiErrorDetails = {}) {
    super(details.message ?? ERRORS[code].message, details.cause === undefined ? {} : { cause: details.cause });
    this.code = code;
    const faults = details.fields ?? (code === 'validation_error' ? { request: this.message } : undefined);
    this.fields = faults && textsOf(faults);
    this.fieldCodes = faults && codesOf(faults);
    this.conflict = details.conflict;
    this.organizations = details.organizations;
    this.reason = details.reason;
    this.results = details.results;
    this.brokenClaims = details.brokenClaims;
    this.proposal = details.proposal;
    this.known = details.known;
    this.reasons = details.reasons;
    this.redeemedAt = details.redeemedAt;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** An error about one field. */
export function invalid(field: string, fault: FieldFault | string): ApiError {
  const message = `${field}: ${textOf(fault)}`;
  return new ApiError('validation_error', { message, fields: { [field]: fault } });
}

const textOf = (fault: FieldFault | string) => (typeof fault === 'string' ? fault : fault.text);

function textsOf(faults: Record<string, FieldFault | string>): Record<string, string> {
  return Object.fromEntries(Object.entries(faults).map(([path, fault]) => [path, textOf(fault)]));
}

/** Those that have a code; undefined when none has. */
function codesOf(faults: Record<string, FieldFault | string>): Record<string, FieldCode> | undefined {
  const codes = Object.entries(faults).flatMap(([path, fault]) =>
    typeof fault === 'string' ? [] : [[path, { code: fault.code, params: fault.params }] as const],
  );
  return codes.length === 0 ? undefined : Object.fromEntries(codes);
}

/** The faults that were found in a policy, or in a claim, by their paths. */
export function fieldsOfFindings(
  findings: readonly { path: string; message: string; fault?: FieldCode }[],
): Record<string, FieldFault | string> {
  return Object.fromEntries(
    findings.map(({ path, message, fault }) => [
      path,
      fault === undefined ? message : new FieldFault(fault.code, fault.params),
    ]),
  );
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
