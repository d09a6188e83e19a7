/** Fields of forms that nobody has filled in yet. */
import type { View } from '../view.ts';

const FIELD_MARKS_MAX = 3;
const BLANK_LENGTH = 3;

/** `Diagnóstico: ______`, `CID: ....`: a form that nobody has filled in yet. */
export function isBlankField(view: View, end: number): boolean {
  let at = end;
  while (at - end < FIELD_MARKS_MAX && IS_FIELD_MARK[view.bytes[at] as number] === 1) at += 1;
  const first = view.bytes[at];
  if (first !== 0x5f && first !== 0x2e) return false;
  for (let index = at + 1; index < at + BLANK_LENGTH; index += 1) if (view.bytes[index] !== first) return false;
  return at > end || first === 0x5f;
}

const IS_FIELD_MARK = new Uint8Array(256);
for (const character of ' :()') IS_FIELD_MARK[character.charCodeAt(0)] = 1;
