// SPDX-License-Identifier: Apache-2.0
/** Owns the look of results: JSON or text, colours, progress, faults with their line. It refuses to know commands. */
export { faultLines } from './fault-lines.ts';
export { type Paint, paintFor } from './paint.ts';
export { plain } from './plain.ts';
export { printJson, printLines } from './print.ts';
export { stepProgress, withProgress } from './progress.ts';
