// SPDX-License-Identifier: Apache-2.0
/**
 * The classes of bytes for walks over a text. The letters come last, so that one comparison recognizes them. Modules
 * that walk over every byte copy these into constants of their own. Compiled code inlines its own constants, but looks
 * up another module's export on each use, which took a fifth of the scan.
 */
export const CLASS = { OTHER: 0, NEWLINE: 1, AT: 2, SLASH: 3, DIGIT: 4, LOWER: 5, UPPER: 6, FOREIGN: 7 } as const;

export const CLASS_OF_BYTE = new Uint8Array(256);
CLASS_OF_BYTE.fill(CLASS.DIGIT, 0x30, 0x3a);
CLASS_OF_BYTE.fill(CLASS.LOWER, 0x61, 0x7b);
CLASS_OF_BYTE.fill(CLASS.UPPER, 0x41, 0x5b);
CLASS_OF_BYTE[0x80] = CLASS.FOREIGN;
CLASS_OF_BYTE[0x0a] = CLASS.NEWLINE;
CLASS_OF_BYTE[0x40] = CLASS.AT;
CLASS_OF_BYTE[0x2f] = CLASS.SLASH;
