// SPDX-License-Identifier: Apache-2.0
/** The address of an operation: its path with parameters filled in, and its query without what is empty. */
import type { AppInput, AppOperationId } from '@svc/contract';
import { OPERATIONS } from './operation-table.ts';

/** An operation of which nothing has to be given may be named alone. */
export type Given<Id extends AppOperationId> =
  Record<never, never> extends AppInput<Id> ? [input?: AppInput<Id>] : [input: AppInput<Id>];

/** As a call without its types, which were checked where it was made. */
export interface LooseInput {
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string | undefined>>;
  body?: unknown;
}

/** For links and downloads, which no call reads. */
export function apiAddress<Id extends AppOperationId>(id: Id, ...[input]: Given<Id>): string {
  return addressOf(id, (input ?? {}) as LooseInput);
}

export function addressOf(id: AppOperationId, { params = {}, query = {} }: LooseInput): string {
  const path = OPERATIONS[id].path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const set = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') set.set(name, value);
  }
  const text = set.toString();
  return text === '' ? path : `${path}?${text}`;
}
