/** Reasons to refuse the change of one record. All but names are checked under the lock of the organization's head. */
import { ApiError, invalid } from '../../errors/index.ts';
import type { Identified, RecordFault } from './plan-records.ts';

/** The number of records of one kind: every process keeps all of them in memory. */
const RECORDS_MAX = 10_000;

/** @throws ApiError 400 */
export function refuseName(name: string | undefined, faultOf: (name: string) => string | null): void {
  const fault = name === undefined ? null : faultOf(name);
  if (fault !== null) throw invalid('name', fault);
}

/** @throws ApiError 400 for the first fault */
export function refuseFaults(faults: readonly RecordFault[]): void {
  const [fault] = faults;
  if (fault !== undefined) throw invalid(fault.fields[0] ?? 'body', fault.message);
}

/** @param ownId id of the record that is to have the name; null for a new one @throws ApiError 409 */
export function checkNameIsFree(
  noun: string,
  name: string,
  stored: ReadonlyMap<string, { id: string }>,
  ownId: string | null,
): void {
  const owner = stored.get(name);
  if (owner === undefined || owner.id === ownId) return;
  throw new ApiError('conflict', { message: `There is already ${noun} with the name ${name}.` });
}

/** @throws ApiError 409 when there are as many as allowed */
export function checkRoom(nouns: string, count: number): void {
  if (count < RECORDS_MAX) return;
  const message = `An organization has at most ${RECORDS_MAX} ${nouns}; delete one first.`;
  throw new ApiError('conflict', { message });
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
 * @param users the remaining references to the record, such as `the API key ci`
 * @throws ApiError 409 that names the first of them
 */
export function checkUnused(noun: string, users: readonly string[]): void {
  const [first] = users;
  if (first === undefined) return;
  const more = users.length === 1 ? '' : ` and ${users.length - 1} more`;
  const message = `The ${noun} is used by ${first}${more}; change or delete that first.`;
  throw new ApiError('conflict', { message });
}
