/** Names that the file gives, as the ids of the records that have them. */

/** Finds the id of a record that the file names. */
export type IdOf = (name: string) => string;

/** A field that is left out stays so; null refers to nothing. */
export function referenced(name: string | null | undefined, idOf: IdOf): string | null | undefined {
  return typeof name === 'string' ? idOf(name) : name;
}

/** Names were looked up when the file was read. */
export function finder({ idOf }: { idOf: ReadonlyMap<string, string> }): IdOf {
  return (name) => {
    const id = idOf.get(name);
    if (id === undefined) throw new Error('a reference was planned before it was checked');
    return id;
  };
}
