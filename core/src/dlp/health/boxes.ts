/** Boxes of forms, ticked or not. */
import { lineAround } from '../labels.ts';
import type { View } from '../view.ts';
import { type Landmarks, landmarksOf } from './landmarks.ts';

const BOX_REACH = 40;
const BOX_GAP_MAX = 2;
/** `[]` is a list of a record, and `()` a call. */
const BOX_BYTES_MIN = 2;

/** `[ ] febre [ ] tosse`, "Diabetes? ( ) sim ( ) não": boxes that nobody has ticked. */
export function isUnticked(view: View, start: number, end: number): boolean {
  const landmarks = landmarksOf(view);
  const { boxStarts, boxEnds } = landmarks;
  if (boxEnds.length === 0) return false;
  let before = start - 1;
  while (start - before <= BOX_GAP_MAX && view.bytes[before] === 0x20) before -= 1;
  const own = boxEnds.countBelow(before);
  if (boxEnds.at(own) === before) return isEmptyBox(view, landmarks, own);
  const [, lineEnd] = lineAround(view, start, end);
  const to = Math.min(lineEnd, end + BOX_REACH);
  let hasEmpty = false;
  for (let box = boxEnds.countBelow(end); box < boxEnds.length && boxEnds.at(box) < to; box += 1) {
    if (boxStarts.at(box) < end || boxEnds.at(box) - boxStarts.at(box) < BOX_BYTES_MIN) continue;
    if (!isEmptyBox(view, landmarks, box)) return false;
    hasEmpty = true;
  }
  return hasEmpty;
}

function isEmptyBox(view: View, { boxStarts, boxEnds }: Landmarks, box: number): boolean {
  for (let index = boxStarts.at(box) + 1; index < boxEnds.at(box); index += 1)
    if (view.bytes[index] !== 0x20) return false;
  return true;
}
