// SPDX-License-Identifier: Apache-2.0
/** The places in the file of faults that the rooms found. */
import type { RecordFault } from '../../../registry/records/index.ts';
import type { Fault } from '../faults.ts';
import type { Place } from '../reading/index.ts';

/** The first of the fields that the file holds, else the record. */
export function faultAt(place: Place, { fields, message }: Pick<RecordFault, 'fields' | 'message'>): Fault {
  const position = fields.map((field) => place.fields[field]).find((one) => one !== undefined) ?? place.position;
  return { position, message: String(message) };
}

/** @param entries the records of the file, in their given order */
export function faultsAt(entries: readonly { readonly place: Place }[], faults: readonly RecordFault[]): Fault[] {
  return faults.map((fault) => {
    const entry = entries[fault.index];
    if (entry === undefined) throw new Error('a fault of a record that was not given');
    return faultAt(entry.place, fault);
  });
}
