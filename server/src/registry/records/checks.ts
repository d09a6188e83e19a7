// SPDX-License-Identifier: Apache-2.0
/** Reasons to refuse the change of one record. All but names are checked under the lock of the organization's head. */
import { type FieldFault, RECORDS_PER_KIND_MAX, type Referrer, USERS_NAMED_MAX } from '@svc/contract';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import { momentIn } from '../../platform/pagination/index.ts';
import { alikeForm, compositionFault, textFault } from '../names/index.ts';
import type { Identified, RecordFault } from './plan-records.ts';

/** @param field the path of the name in the request @throws ApiError 400 */
export function refuseName(
  name: string | undefined,
  faultOf: (name: string) => FieldFault | null,
  field = 'name',
): void {
  const fault = name === undefined ? null : (faultOf(name) ?? compositionFault(name));
  if (fault !== null) throw invalid(field, fault);
}

/** @throws ApiError 400 */
export function refuseDescription(description: string | null | undefined): void {
  const fault = description === null || description === undefined ? null : textFault(description);
  if (fault !== null) throw invalid('description', fault);
}

/** @throws ApiError 400 for the first fault */
export function refuseFaults(faults: readonly RecordFault[]): void {
  const [fault] = faults;
  if (fault !== undefined) throw invalid(fault.fields[0] ?? 'body', fault.message);
}

/**
 * Names are exact where they are looked up. People take names that differ in letter case, spacing or width for one:
 * they would never tell them apart.
 * @param ownId id of the record that is to have the name; null for a new one
 * @throws ApiError 409
 */
export function checkNameIsFree(
  noun: string,
  name: string,
  stored: ReadonlyMap<string, { id: string }>,
  ownId: string | null,
): void {
  const owner = stored.get(name);
  if (owner?.id === ownId) return;
  if (owner !== undefined) {
    throw nameTaken(`There is already ${noun} with the name ${name}.`);
  }
  const form = alikeForm(name);
  for (const [other, { id }] of stored) {
    if (id === ownId || alikeForm(other) !== form) continue;
    throw nameTaken(`There is already ${noun} with the name ${other}, which looks the same; choose another name.`);
  }
}

const nameTaken = (message: string) => new ApiError('conflict', { message, conflict: { reason: 'NAME_TAKEN' } });

/** @throws ApiError 409 when there are as many as allowed */
export function checkRoom(nouns: string, count: number): void {
  if (count < RECORDS_PER_KIND_MAX) return;
  const message = `An organization has at most ${RECORDS_PER_KIND_MAX} ${nouns}; delete one first.`;
  throw new ApiError('conflict', { message, conflict: { reason: 'LIST_FULL' } });
}

/** @throws ApiError 404 */
export function findRecord<Values>(
  noun: string,
  stored: ReadonlyMap<string, Identified<Values>>,
  id: string,
): Identified<Values> {
  const found = [...stored.values()].find((record) => record.id === id.toLowerCase());
  if (found === undefined) throw new ApiError('not_found', { message: `There is no such ${noun}.` });
  return found;
}

/**
 * @param users all references to the record
 * @throws ApiError 409 that names the first of them
 */
export function checkUnused(noun: string, users: readonly Referrer[]): void {
  const [first] = users;
  if (first === undefined) return;
  const more = users.length === 1 ? '' : ` and ${users.length - 1} more`;
  const message = `The ${noun} is used by ${REFERRERS[first.type]} ${first.name}${more}; change or delete that first.`;
  const conflict = { usedBy: users.slice(0, USERS_NAMED_MAX), usedByTotal: users.length };
  throw new ApiError('conflict', { message, conflict });
}

const REFERRERS: Record<Referrer['type'], string> = {
  agent: 'the agent',
  api_key: 'the API key',
  http_route: 'the HTTP route',
  mcp_route: 'the MCP route',
  policy: 'the policy',
};

/**
 * @param seen the `updatedAt` that the author of the change has read; undefined: the change is made in any case
 * @param current the record as answers show it
 * @throws ApiError 400 for a moment that is none, 409 with the record, when another change came between
 */
export function checkSeen(noun: string, seen: string | undefined, current: { updatedAt: string }): void {
  if (seen === undefined || momentIn('updatedAt', seen) === Date.parse(current.updatedAt)) return;
  const message = `The ${noun} was changed meanwhile; look at it again, and send your change with its new updatedAt.`;
  throw new ApiError('conflict', { message, conflict: { current } });
}
