// SPDX-License-Identifier: Apache-2.0
/** The answers that a test gives: for each operation an answer of its type, or a refusal of the catalogue. */
import {
  type APP_OPERATIONS,
  type AppAnswer,
  type AppErrorBody,
  type AppInput,
  type AppOperationId,
  ERRORS,
  type ErrorCode,
} from '@svc/contract';

/** A part of an answer. A field that it leaves out gets the plainest value that the schema allows. */
export type Part<Whole> = Whole extends readonly (infer Item)[]
  ? readonly Part<Item>[]
  : Whole extends object
    ? { readonly [Field in keyof Whole]?: Part<Whole[Field]> }
    : Whole;

/** A call that the page has made. */
export interface Call<Id extends AppOperationId = AppOperationId> {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  body: AppInput<Id>['body'];
}

type Success<Id extends AppOperationId> = (typeof APP_OPERATIONS)[Id]['success'];
/** The text of a file, where the operation answers one. */
type Whole<Id extends AppOperationId> = Success<Id> extends { status: 200; body: null } ? string : AppAnswer<Id>;

type Answer<Id extends AppOperationId> = Part<Whole<Id>> | Refusal;
type AnswerOrCalled<Id extends AppOperationId> = Answer<Id> | ((call: Call<Id>) => Answer<Id> | Promise<Answer<Id>>);

export type Answers = { readonly [Id in AppOperationId]?: AnswerOrCalled<Id> };

/** For operations that answer nothing but that it is done. */
export const DONE = undefined;

export class Refusal {
  readonly status: number;
  readonly body: AppErrorBody | null;
  readonly retryAfterSeconds: number | null;

  constructor(status: number, body: AppErrorBody | null, retryAfterSeconds: number | null) {
    this.status = status;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

interface Refused extends Partial<Omit<AppErrorBody, 'error'>> {
  retryAfterSeconds?: number;
}

/** Answers a search for records by a part of their name. */
export const named = (names: readonly string[]) => (call: Call) => ({
  items: names.filter((name) => name.includes(call.query.q ?? '')).map((name) => ({ name })),
});

/** An error of the catalogue. */
export function refused(error: ErrorCode, { retryAfterSeconds, ...told }: Refused = {}): Refusal {
  const { status, message } = ERRORS[error];
  const body = { error, message, requestId: 'request-of-a-test', ...told };
  return new Refusal(status, body as AppErrorBody, retryAfterSeconds ?? null);
}

/** Nothing answers: the network, or the service, is away. */
export const UNREACHABLE = new Refusal(0, null, null);

/** A change, after which the service answers otherwise. */
export function changing<Answered>(answer: Answered, after: Answers): () => Answered {
  const change = () => answer;
  AFTER.set(change, after);
  return change;
}

/** The answers from a change on. */
export const AFTER = new WeakMap<() => unknown, Answers>();

/** One answer after the other; only for changes, since a page may read twice what it shows once. */
export function inTurn<const Given extends readonly unknown[]>(...answers: Given): () => Given[number] {
  let next = 0;
  return () => answers[Math.min(next++, answers.length - 1)];
}

/** An answer that comes when the test says so. */
export function held<Answered>(answer: Answered): { answer: () => Promise<Answered>; release: () => void } {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { answer: () => released.then(() => answer), release };
}
