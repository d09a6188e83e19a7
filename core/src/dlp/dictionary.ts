/**
 * Words and phrases that the scan knows, compiled once: a hash table of words and a trie of phrases. Looking a word up
 * costs its length, whatever the text; the table is fixed, so that no text can make its chains longer.
 */
interface Entry {
  /** Bit set of kinds, see vocabulary.ts. */
  kinds: number;
  /** Weight of the entry as a health fact; 0 for all other entries. */
  weight: number;
  /** The text must be in capitals: AIDS is a disease, aids is a verb. */
  isCapital: boolean;
}

export interface Dictionary {
  entries: readonly Entry[];
  /** Id of the word with these lower-case bytes, 0 when it is unknown. */
  wordId(bytes: Uint8Array, start: number, end: number, hash: number): number;
  /** Next state of the phrase trie, 0 when no phrase goes on. State 0 is the root. */
  next(state: number, wordId: number): number;
  /** Index of the entry that ends in this state, -1 when none does. */
  entryOf(state: number): number;
  /** True when every word so far is a single letter, which stands for an abbreviation such as C.P.F. */
  isAbbreviation(state: number): boolean;
}

/**
 * One line of a vocabulary: phrases separated by commas. `(a|b)` expands, a leading `!` asks for capitals, a leading `~`
 * stands for every longer word that ends so. A line of no kind names words that only look as if they ended so.
 */
export interface VocabularyLine {
  kinds: number;
  weight?: number;
  phrases: string;
}

export const LOWER = new Uint8Array(256);
for (let byte = 0; byte < 256; byte += 1) LOWER[byte] = byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;

export const HASH_SEED = 7;
const STATES_MAX = 1 << 15;

export function compileDictionary(lines: readonly VocabularyLine[]): Dictionary {
  const idOfWord = new Map<string, number>();
  const entries: Entry[] = [];
  const entryOfState: number[] = [-1];
  const abbreviation: boolean[] = [true];
  const transitions = new Map<number, number>();

  const addWord = (state: number, word: string): number => {
    const id = idOfWord.get(word) ?? idOfWord.size + 1;
    idOfWord.set(word, id);
    const key = id * STATES_MAX + state;
    const known = transitions.get(key);
    if (known !== undefined) return known;
    const created = entryOfState.length;
    transitions.set(key, created);
    entryOfState.push(-1);
    abbreviation.push(abbreviation[state] === true && word.length === 1);
    return created;
  };
  for (const line of lines) {
    for (const phrase of expand(line.phrases)) {
      if (line.kinds === 0) {
        idOfWord.set(phrase, idOfWord.get(phrase) ?? idOfWord.size + 1);
        continue;
      }
      const isCapital = phrase.startsWith('!');
      const words = (isCapital ? phrase.slice(1) : phrase).split(' ');
      const state = words.reduce(addWord, 0);
      const previous = entries[entryOfState[state] as number];
      if (previous === undefined) {
        entryOfState[state] = entries.length;
        entries.push({ kinds: line.kinds, weight: line.weight ?? 0, isCapital });
      } else {
        previous.kinds |= line.kinds;
        // A person's weight is below none at all, so it must not lose to a line that gives none.
        previous.weight = previous.weight === 0 ? (line.weight ?? 0) : Math.max(previous.weight, line.weight ?? 0);
        previous.isCapital &&= isCapital;
      }
    }
  }
  return {
    entries,
    wordId: wordTable([...idOfWord.keys()], endingTable(idOfWord)),
    next: transitionTable(transitions, idOfWord.size),
    entryOf: (state) => entryOfState[state] as number,
    isAbbreviation: (state) => abbreviation[state] === true,
  };
}

/** All phrases of a comma-separated list, with each `(a|b)` tried out. */
function expand(phrases: string): string[] {
  return phrases
    .split(',')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '')
    .flatMap(expandOne);
}

function expandOne(phrase: string): string[] {
  const open = phrase.indexOf('(');
  if (open < 0) return [phrase.replaceAll('  ', ' ').trim()];
  const close = phrase.indexOf(')', open);
  const choices = phrase.slice(open + 1, close).split('|');
  return choices.flatMap((choice) => expandOne(phrase.slice(0, open) + choice + phrase.slice(close + 1)));
}

/** Most words begin a phrase, so the root has a table of its own; the rest is open addressing, a quarter full. */
function transitionTable(transitions: ReadonlyMap<number, number>, wordCount: number): Dictionary['next'] {
  const ofRoot = new Int32Array(wordCount + 1);
  const size = 2 ** Math.ceil(Math.log2(transitions.size * 4 + 2));
  const keys = new Int32Array(size);
  const states = new Int32Array(size);
  for (const [key, next] of transitions) {
    const state = key % STATES_MAX;
    if (state === 0) {
      ofRoot[(key - state) / STATES_MAX] = next;
      continue;
    }
    let slot = spread(Math.imul(key, GOLDEN)) & (size - 1);
    while (keys[slot] !== 0) slot = (slot + 1) & (size - 1);
    keys[slot] = key;
    states[slot] = next;
  }
  return (state, wordId) => {
    if (state === 0) return ofRoot[wordId] as number;
    const key = wordId * STATES_MAX + state;
    for (let slot = spread(Math.imul(key, GOLDEN)) & (size - 1); ; slot = (slot + 1) & (size - 1)) {
      const found = keys[slot] as number;
      if (found === key) return states[slot] as number;
      if (found === 0) return 0;
    }
  };
}

/** Spreads neighbouring keys over the table (2^32 divided by the golden ratio). */
const GOLDEN = 0x9e3779b1;

const ENDING_MARK = '~';
/** Letters that must stand before an ending: shorter words are words of their own. */
const FILTER_BITS = 1 << 16;
const STEM_MIN = 2;
/** An ending as long as this is a word by itself too: artroscopia. */
const WHOLE_MIN = 8;
const ENDING_WORD_MIN = 6;

/** Words that end in a known way, looked at by their last three letters. A plural counts as its singular. */
function endingTable(idOfWord: ReadonlyMap<string, number>): EndingLookup {
  const endings: { ending: string; id: number }[][] = [[]];
  const slots = new Uint16Array(1 << 15);
  for (const [word, id] of idOfWord) {
    if (!word.startsWith(ENDING_MARK)) continue;
    const ending = word.slice(ENDING_MARK.length);
    const [first, second, third] = Array.from(ending.slice(-3), (letter) => letter.charCodeAt(0)) as [
      number,
      number,
      number,
    ];
    const key = lastLetters(first, second, third);
    if (slots[key] === 0) slots[key] = endings.push([]) - 1;
    endings[slots[key] as number]?.push({ ending, id });
  }
  const lookUp = (bytes: Uint8Array, start: number, end: number): number => {
    const slot = slots[lastLetters(bytes[end - 3] as number, bytes[end - 2] as number, bytes[end - 1] as number)];
    if (slot === 0) return 0;
    for (const { ending, id } of endings[slot as number] as { ending: string; id: number }[]) {
      const stem = end - start - ending.length;
      if ((stem >= STEM_MIN || (stem >= 0 && ending.length >= WHOLE_MIN)) && endsIn(bytes, end, ending)) return id;
    }
    return 0;
  };
  return (bytes, start, end) => {
    const found = lookUp(bytes, start, end);
    if (found !== 0 || ((bytes[end - 1] as number) | 0x20) !== 0x73) return found;
    return lookUp(bytes, start, end - 1);
  };
}

type EndingLookup = (bytes: Uint8Array, start: number, end: number) => number;

function lastLetters(first: number, second: number, third: number): number {
  return ((first & 31) << 10) | ((second & 31) << 5) | (third & 31);
}

function endsIn(bytes: Uint8Array, end: number, ending: string): boolean {
  const from = end - ending.length;
  for (let at = 0; at < ending.length; at += 1) {
    if (LOWER[bytes[from + at] as number] !== ending.charCodeAt(at)) return false;
  }
  return true;
}

/** Open addressing over the bytes of all words, at most a quarter full. Ids are positions in `words`, from 1. */
function wordTable(words: readonly string[], endingOf: EndingLookup): Dictionary['wordId'] {
  const size = 2 ** Math.ceil(Math.log2(words.length * 4 + 2));
  const slots = new Int32Array(size);
  /** Beside each slot the whole hash of its word: most words that are not known end here. */
  const hashes = new Int32Array(size);
  /** One bit for each hash of a word, small enough to stay in the nearest cache: most words end here. */
  const mayBeKnown = new Uint8Array(FILTER_BITS / 8);
  const starts = new Int32Array(words.length + 2);
  const arena = new Uint8Array(words.reduce((sum, word) => sum + word.length, 0));
  let filled = 0;
  words.forEach((word, index) => {
    starts[index + 1] = filled;
    let hash = HASH_SEED;
    for (let at = 0; at < word.length; at += 1) {
      const byte = word.charCodeAt(at);
      arena[filled + at] = byte;
      hash = (Math.imul(hash, 31) + byte) | 0;
    }
    filled += word.length;
    const bit = spread(hash) & (FILTER_BITS - 1);
    mayBeKnown[bit >> 3] = (mayBeKnown[bit >> 3] as number) | (1 << (bit & 7));
    let slot = spread(hash) & (size - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (size - 1);
    slots[slot] = index + 1;
    hashes[slot] = hash;
  });
  starts[words.length + 1] = filled;
  return (bytes, start, end, hash) => {
    const bit = spread(hash) & (FILTER_BITS - 1);
    if (((mayBeKnown[bit >> 3] as number) & (1 << (bit & 7))) === 0) {
      return end - start >= ENDING_WORD_MIN ? endingOf(bytes, start, end) : 0;
    }
    for (let slot = spread(hash) & (size - 1); ; slot = (slot + 1) & (size - 1)) {
      const id = slots[slot] as number;
      if (id === 0) return end - start >= ENDING_WORD_MIN ? endingOf(bytes, start, end) : 0;
      if (hashes[slot] === hash && isSameWord(arena, starts, id, bytes, start, end)) return id;
    }
  };
}

function isSameWord(
  arena: Uint8Array,
  starts: Int32Array,
  id: number,
  bytes: Uint8Array,
  start: number,
  end: number,
): boolean {
  const from = starts[id] as number;
  if ((starts[id + 1] as number) - from !== end - start) return false;
  for (let index = start; index < end; index += 1) {
    if (LOWER[bytes[index] as number] !== arena[from + index - start]) return false;
  }
  return true;
}

/** The multiplicative hash leaves its low bits poor; the table is addressed by them. */
function spread(hash: number): number {
  return (hash ^ (hash >>> 15)) >>> 0;
}
