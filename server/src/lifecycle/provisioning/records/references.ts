// SPDX-License-Identifier: Apache-2.0
/** Resolves names of the file to the ids of their records. */

/** Finds the id of a record that the file names. */
export type IdOf = (name: string) => string;

/** An omitted field stays omitted; null refers to no record. */
export function referenced(name: string | null | undefined, idOf: IdOf): string | null | undefined {
  return typeof name === 'string' ? idOf(name) : name;
}

/** Ids by name: of stored records, and of those that the file makes. */
export type IdsByName = ReadonlyMap<string, { readonly id: string }>;

const NO_RECORD = '00000000-0000-0000-0000-000000000000';

/**
 * Finds the id of a record that the file names. A name without a record is one that was removed here.
 * @param noun with its article
 * @param tell receives the sentence about a name without a record
 */
export function finder(noun: string, known: IdsByName, tell: (message: string) => void): IdOf {
  return (name) => {
    const id = known.get(name)?.id;
    if (id !== undefined) return id;
    tell(
      `${noun} ${name} was removed here since the file made it: change its record in the file to make it again, ` +
        'or apply the file with --force',
    );
    return NO_RECORD;
  };
}
