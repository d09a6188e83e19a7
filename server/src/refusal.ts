/** A request that is refused: the one kind of error that becomes an HTTP answer as it stands. */
import { ERRORS, type ErrorCode } from '@svc/contract';

export interface RefusalDetails {
  message?: string;
  /** Path of a field -> what is wrong with it. */
  fields?: Record<string, string>;
  /** Seconds a caller should wait; becomes `Retry-After`. */
  retryAfterSeconds?: number;
  /** For the log only. */
  cause?: unknown;
}

export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, details: RefusalDetails = {}) {
    super(details.message ?? ERRORS[code].message, details.cause === undefined ? {} : { cause: details.cause });
    this.code = code;
    this.fields = details.fields;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** A refusal of one field. */
export function invalid(field: string, message: string): Refusal {
  return new Refusal('validation_error', { message: `${field}: ${message}`, fields: { [field]: message } });
}
