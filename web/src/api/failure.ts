/** Everything that can go wrong with a call, as a value: what a page shows depends on nothing but this. */
import type { ErrorCode } from '@svc/contract';

/** The catalogue of the contract, and what stands for an answer of which no code can be read. */
export type RefusalCode = ErrorCode | 'unreadable';

interface Refused {
  kind: 'refused';
  /** 0 when the app itself failed. */
  status: number;
  code: RefusalCode;
  message: string;
  fields: Readonly<Record<string, string>>;
  retryAfterSeconds: number | null;
  requestId: string;
}

export type Failure =
  /** No answer came: the network, or the service, is away. */
  | { kind: 'unreachable' }
  /** There is no session, or it has ended and could not be renewed. */
  | { kind: 'signed-out' }
  | Refused;

/** Thrown by every call of the app, and by nothing else. */
export class ApiFailure extends Error {
  override name = 'ApiFailure';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.kind === 'refused' ? failure.message : failure.kind);
    this.failure = failure;
  }
}

/** A fault of the app itself is a failure, too: it never passes for an answer. */
export function failureOf(error: unknown): Failure {
  return error instanceof ApiFailure ? error.failure : UNREADABLE;
}

const UNREADABLE: Failure = {
  kind: 'refused',
  status: 0,
  code: 'unreadable',
  message: '',
  fields: {},
  retryAfterSeconds: null,
  requestId: '',
};
