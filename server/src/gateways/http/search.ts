/** Finds bytes in bytes in linear time, whatever both are. Source: Knuth, Morris, Pratt, 1977. */

export interface Search {
  bytes: Uint8Array;
  /** For each length of a match, the next shorter one that it ends with. */
  shorter: Int32Array;
}

/** @param bytes at least one */
export function searchFor(bytes: Uint8Array): Search {
  const shorter = new Int32Array(bytes.length + 1);
  let length = 0;
  for (let at = 1; at < bytes.length; at += 1) {
    while (length > 0 && bytes[at] !== bytes[length]) length = shorter[length] ?? 0;
    if (bytes[at] === bytes[length]) length += 1;
    shorter[at + 1] = length;
  }
  return { bytes, shorter };
}

/**
 * Where the bytes begin, each place, also where two overlap.
 * @param alphabet what each byte of the text is read as, by its value
 */
export function placesOf(text: Uint8Array, search: Search, alphabet: Uint8Array): number[] {
  const places: number[] = [];
  run(text, search, alphabet, (end) => places.push(end - search.bytes.length));
  return places;
}

/** How many of the first bytes, but not all, the text ends with. */
export function endsWithin(text: Uint8Array, search: Search, alphabet: Uint8Array): number {
  return run(text, search, alphabet, () => undefined);
}

function run(
  text: Uint8Array,
  { bytes, shorter }: Search,
  alphabet: Uint8Array,
  onMatch: (end: number) => void,
): number {
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const byte = alphabet[text[at] ?? 0];
    while (length > 0 && byte !== bytes[length]) length = shorter[length] ?? 0;
    if (byte === bytes[length]) length += 1;
    if (length === bytes.length) {
      onMatch(at + 1);
      length = shorter[length] ?? 0;
    }
  }
  return length;
}
