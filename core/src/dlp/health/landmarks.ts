/**
 * Places of a text for which every health word asks: boxes to tick, prices, words in capitals, words that speak to
 * everybody. Found in one pass; a health word then looks up those beside it, however many words there are.
 */
import { CLASS, CLASS_OF_BYTE } from '../byte-classes.ts';
import { WORD_FIELDS } from '../first-look/memory.ts';
import { type IntList, takeList } from '../int-list.ts';
import { isDigitAt, type View } from '../view.ts';
import { weightAt } from './entries.ts';
import { isBlankField } from './fields.ts';
import { WEIGHT } from './vocabulary.ts';

/** Lists of positions, sorted; `boxStarts` and `names` go with the list before them. */
export interface Landmarks {
  /** Where a box closes, and in `boxStarts` where it opens: `( )`, `[x]`. */
  boxEnds: IntList;
  boxStarts: IntList;
  /** Dollar signs before an amount, those of R$ among them. */
  prices: IntList;
  /** Words that begin with their only capital. */
  capitals: IntList;
  /** Of each of them: whether it is the name of somebody whom no list knows, once that was asked. */
  names: IntList;
  /** Phrases that speak to everybody, or have a blank field behind them. */
  impersonal: IntList;
}

export const NAME = { UNASKED: 0, NO: 1, YES: 2 } as const;

/** Between the two marks of a box. */
const BOX_LENGTH_MAX = 3;

// Copies, see byte-classes.ts.
const CLASSES = CLASS_OF_BYTE;
const { LOWER, UPPER } = CLASS;

export function landmarksOf(view: View): Landmarks {
  view.landmarks ??= readLandmarks(view);
  return view.landmarks;
}

function readLandmarks(view: View): Landmarks {
  const landmarks: Landmarks = {
    boxEnds: takeList(),
    boxStarts: takeList(),
    prices: takeList(),
    capitals: takeList(),
    names: takeList(),
    impersonal: takeList(),
  };
  readWords(view, landmarks);
  readSigns(view, landmarks);
  const { ends } = view.phrases;
  for (let phrase = 0; phrase < ends.length; phrase += 1) {
    if (weightAt(view, phrase) <= WEIGHT.IMPERSONAL || isBlankField(view, ends.at(phrase)))
      landmarks.impersonal.push(phrase);
  }
  return landmarks;
}

function readWords({ bytes, tokens }: View, { capitals, names }: Landmarks): void {
  const { values, length } = tokens.words;
  for (let at = 0; at < length; at += WORD_FIELDS) {
    const start = values[at] as number;
    if (CLASSES[bytes[start] as number] !== UPPER || CLASSES[bytes[start + 1] ?? 0] === UPPER) continue;
    if ((CLASSES[bytes[start - 1] ?? 0] as number) >= LOWER) continue;
    capitals.push(start);
    names.push(NAME.UNASKED);
  }
}

function readSigns(view: View, { boxEnds, boxStarts, prices }: Landmarks): void {
  const { bytes } = view;
  const { length } = bytes;
  for (let index = 0; index < length; index += 1) {
    const byte = bytes[index] as number;
    if (IS_SIGN[byte] === 0) continue;
    if (byte === 0x24) {
      if (isDigitAt(view, index + 1) || (bytes[index + 1] === 0x20 && isDigitAt(view, index + 2))) prices.push(index);
      continue;
    }
    const open = boxStart(view, index);
    if (open < 0) continue;
    boxEnds.push(index);
    boxStarts.push(open);
  }
}

const IS_SIGN = new Uint8Array(256);
for (const character of '$)]') IS_SIGN[character.charCodeAt(0)] = 1;

/** Where the box opens that closes here; -1 when there is none. */
function boxStart({ bytes }: View, close: number): number {
  const mark = bytes[close] === 0x29 ? 0x28 : 0x5b;
  for (let index = close - 1; index >= close - 1 - BOX_LENGTH_MAX; index -= 1) if (bytes[index] === mark) return index;
  return -1;
}
