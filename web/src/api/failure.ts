// SPDX-License-Identifier: Apache-2.0
/** Everything that can go wrong with a call, as a value: what a page shows depends on nothing but this. */
import type { AppErrorBody, Conflict, ErrorCode } from '@svc/contract';

/** The catalogue of the contract, and what stands for an answer of which no code can be read. */
export type RefusalCode = ErrorCode | 'unreadable';

interface Refused {
  kind: 'refused';
  /** 0 when the app itself failed. */
  status: number;
  code: RefusalCode;
  message: string;
  fields: Readonly<Record<string, string>>;
  /** The faults of fields that have a code, by the same paths. */
  fieldCodes: NonNullable<AppErrorBody['fieldCodes']>;
  /** The record as it is now, or the records that refer to it. */
  conflict: Conflict | null;
  /** Those that would be left without an owner, or that a directory alone opens. */
  organizations: NonNullable<AppErrorBody['organizations']>;
  /** Why a sign-in by a directory was refused. */
  reason: NonNullable<AppErrorBody['reason']> | null;
  /** Every test case of a policy of which one failed. */
  results: NonNullable<AppErrorBody['results']> | null;
  /** The enforced guardrails that a change of policies breaks; empty: whether it does could not be proved. */
  brokenClaims: NonNullable<AppErrorBody['brokenClaims']> | null;
  /** The proposal that the change has become. */
  proposal: NonNullable<AppErrorBody['proposal']> | null;
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

/** The service knows nothing of that id, or it cannot be one. */
export function isNotThere(error: unknown): boolean {
  if (error === null) return false;
  const failure = failureOf(error);
  return failure.kind === 'refused' && (failure.status === 404 || failure.status === 400);
}

const UNREADABLE: Failure = {
  kind: 'refused',
  status: 0,
  code: 'unreadable',
  message: '',
  fields: {},
  fieldCodes: {},
  conflict: null,
  organizations: [],
  reason: null,
  results: null,
  brokenClaims: null,
  proposal: null,
  retryAfterSeconds: null,
  requestId: '',
};
