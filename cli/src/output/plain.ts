// SPDX-License-Identifier: Apache-2.0
/** Text of other authors, made safe for a terminal: a policy's name must not move the cursor or hide a line. */
export function plain(text: string): string {
  return text.replaceAll(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Control characters, and characters that turn the direction of writing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
