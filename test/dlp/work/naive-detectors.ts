// SPDX-License-Identifier: Apache-2.0
/** Forbidden detectors: their quadratic growth must show, each in another of the counts. */

/** Every position is compared with all before it: blocks that run. */
function inLoops(text: string): number {
  let repeated = 0;
  for (let end = 0; end < text.length; end += 1) {
    for (let start = 0; start < end; start += 1) if (text.charCodeAt(start) !== text.charCodeAt(end)) repeated += 1;
  }
  return repeated;
}

/** From every position it looks for what never comes: a built-in function that goes through the rest. */
function inBuiltIns(text: string): number {
  let found = 0;
  for (let start = 0; start < text.length; start += 1) if (text.indexOf('\0', start) >= 0) found += 1;
  return found;
}

/** It copies what is left, piece by piece. */
function inCopies(text: string): number {
  let pieces = 0;
  for (let rest = text; rest.length > 0; rest = rest.slice(1)) pieces += 1;
  return pieces;
}

export const NAIVE_DETECTORS = { inLoops, inBuiltIns, inCopies };
