// SPDX-License-Identifier: Apache-2.0
/**
 * Places that every health word asks about: boxes to tick, prices, words in capitals, words that address the public.
 * One pass finds them all, and each health word then looks up its neighbours.
 */
import { type Document, isDigitAt } from '../document/document.ts';
import type { Landmarks } from '../document/landmark-lists.ts';
import { WORD_FIELDS } from '../first-look/memory.ts';
import { WEIGHT } from '../lexicon/health-vocabulary.ts';
import { CLASS, CLASS_OF_BYTE } from '../text/byte-classes.ts';
import { takeList } from '../text/int-list.ts';
import { weightAt } from './entries.ts';
import { isBlankField } from './fields.ts';

export const NAME = { UNASKED: 0, NO: 1, YES: 2 } as const;

/** The most characters between the two brackets of a box. */
const BOX_LENGTH_MAX = 3;

// Copies, see byte-classes.ts.
const CLASSES = CLASS_OF_BYTE;
const { LOWER, UPPER } = CLASS;

export function landmarksOf(document: Document): Landmarks {
  document.landmarks ??= readLandmarks(document);
  return document.landmarks;
}

function readLandmarks(document: Document): Landmarks {
  const landmarks: Landmarks = {
    boxEnds: takeList(),
    boxStarts: takeList(),
    prices: takeList(),
    capitals: takeList(),
    names: takeList(),
    impersonal: takeList(),
  };
  readWords(document, landmarks);
  readSigns(document, landmarks);
  const { ends } = document.phrases;
  for (let phrase = 0; phrase < ends.length; phrase += 1) {
    if (weightAt(document, phrase) <= WEIGHT.IMPERSONAL || isBlankField(document, ends.at(phrase)))
      landmarks.impersonal.push(phrase);
  }
  return landmarks;
}

function readWords({ bytes, tokens }: Document, { capitals, names }: Landmarks): void {
  const { values, length } = tokens.words;
  for (let at = 0; at < length; at += WORD_FIELDS) {
    const start = values[at] as number;
    if (CLASSES[bytes[start] as number] !== UPPER || CLASSES[bytes[start + 1] ?? 0] === UPPER) continue;
    if ((CLASSES[bytes[start - 1] ?? 0] as number) >= LOWER) continue;
    capitals.push(start);
    names.push(NAME.UNASKED);
  }
}

function readSigns(document: Document, { boxEnds, boxStarts, prices }: Landmarks): void {
  const { bytes } = document;
  const { length } = bytes;
  for (let index = 0; index < length; index += 1) {
    const byte = bytes[index] as number;
    if (IS_SIGN[byte] === 0) continue;
    if (byte === 0x24) {
      if (isDigitAt(document, index + 1) || (bytes[index + 1] === 0x20 && isDigitAt(document, index + 2)))
        prices.push(index);
      continue;
    }
    const open = boxStart(document, index);
    if (open < 0) continue;
    boxEnds.push(index);
    boxStarts.push(open);
  }
}

const IS_SIGN = new Uint8Array(256);
for (const character of '$)]') IS_SIGN[character.charCodeAt(0)] = 1;

/** Position where the box that closes here opens; -1 when there is none. */
function boxStart({ bytes }: Document, close: number): number {
  const mark = bytes[close] === 0x29 ? 0x28 : 0x5b;
  for (let index = close - 1; index >= close - 1 - BOX_LENGTH_MAX; index -= 1) if (bytes[index] === mark) return index;
  return -1;
}
