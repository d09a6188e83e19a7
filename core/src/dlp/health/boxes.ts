// SPDX-License-Identifier: Apache-2.0
/** Boxes of forms, ticked or not. */
import { lineAround } from '../context/context.ts';
import type { Document } from '../document/document.ts';
import type { Landmarks } from '../document/landmark-lists.ts';
import { landmarksOf } from './landmarks.ts';

const BOX_REACH = 40;
const BOX_GAP_MAX = 2;
/** `[]` is a list in a record, and `()` a call. */
const BOX_BYTES_MIN = 2;

/** `[ ] febre [ ] tosse`, "Diabetes? ( ) sim ( ) não": boxes without a tick. */
export function isUnticked(document: Document, start: number, end: number): boolean {
  const landmarks = landmarksOf(document);
  const { boxStarts, boxEnds } = landmarks;
  if (boxEnds.length === 0) return false;
  let before = start - 1;
  while (start - before <= BOX_GAP_MAX && document.bytes[before] === 0x20) before -= 1;
  const own = boxEnds.countBelow(before);
  if (boxEnds.at(own) === before) return isEmptyBox(document, landmarks, own);
  const [, lineEnd] = lineAround(document, start, end);
  const to = Math.min(lineEnd, end + BOX_REACH);
  let hasEmpty = false;
  for (let box = boxEnds.countBelow(end); box < boxEnds.length && boxEnds.at(box) < to; box += 1) {
    if (boxStarts.at(box) < end || boxEnds.at(box) - boxStarts.at(box) < BOX_BYTES_MIN) continue;
    if (!isEmptyBox(document, landmarks, box)) return false;
    hasEmpty = true;
  }
  return hasEmpty;
}

function isEmptyBox(document: Document, { boxStarts, boxEnds }: Landmarks, box: number): boolean {
  for (let index = boxStarts.at(box) + 1; index < boxEnds.at(box); index += 1)
    if (document.bytes[index] !== 0x20) return false;
  return true;
}
