/** Resolves names of the file to the ids of their records. */

/** Finds the id of a record that the file names. */
export type IdOf = (name: string) => string;

/** An omitted field stays omitted; null refers to no record. */
export function referenced(name: string | null | undefined, idOf: IdOf): string | null | undefined {
  return typeof name === 'string' ? idOf(name) : name;
}

/** Names were resolved when the file was read. */
export function finder({ idOf }: { idOf: ReadonlyMap<string, string> }): IdOf {
  return (name) => {
    const id = idOf.get(name);
    if (id === undefined) throw new Error('a reference was planned before it was checked');
    return id;
  };
}
