// SPDX-License-Identifier: Apache-2.0
/**
 * Counts the work of a scan exactly: the same text always gives the same number, on any machine. Three counts add up.
 * V8 counts how often each block of the scan's code ran. An instrumented twin of the compiled first look calls back at
 * each function and each round of a loop. Replaced built-in functions charge the lengths that they went through. A
 * regular expression is charged with its text: expressions.test.ts proves that it is linear.
 */
import { Session } from 'node:inspector';
import { chargeBuiltIns, charges } from './built-ins.ts';

interface Coverage {
  result: { url: string; functions: { ranges: { count: number }[] }[] }[];
}

/**
 * @param isCounted says by its address whether a script is part of what is measured; outside of the answered function
 * nothing of it may run
 */
export function createCounter(isCounted: (url: string) => boolean): (work: () => void) => number {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  chargeBuiltIns();
  const takeBlocks = (): number => {
    let blocks = 0;
    // The callback runs before `post` returns: inspector and script share a thread. Each answer resets the counts.
    session.post('Profiler.takePreciseCoverage', (error, answer) => {
      if (error !== null) throw error;
      const { result } = answer as Coverage;
      for (const { functions } of result.filter(({ url }) => isCounted(url))) {
        for (const { ranges } of functions) for (const { count } of ranges) blocks += count;
      }
    });
    return blocks;
  };
  takeBlocks();
  return (work) => {
    charges.total = 0;
    work();
    const charged = charges.total;
    return takeBlocks() + charged;
  };
}
