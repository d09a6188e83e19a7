/**
 * Owns the one kind of error that becomes an answer unchanged: a code of the catalogue and a sentence for the caller.
 * Refuses to know HTTP, and who throws it.
 */
import { ERRORS, type ErrorCode } from '@svc/contract';

export interface ApiErrorDetails {
  message?: string;
  /** Maps the path of a field to its fault. */
  fields?: Record<string, string>;
  /** The seconds that a caller should wait, for `Retry-After`. */
  retryAfterSeconds?: number;
  /** Detail for the log only. */
  cause?: unknown;
}

export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, details: ApiErrorDetails = {}) {
    super(details.message ?? ERRORS[code].message, details.cause === undefined ? {} : { cause: details.cause });
    this.code = code;
    this.fields = details.fields;
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
