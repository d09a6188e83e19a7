/**
 * Counts what a scan does, exactly: the same text always gives the same number, on any machine. Three things are added
 * up: how often each block of the scan's code ran, which V8 counts; how often a function was entered or a loop went
 * round in the compiled first look, whose instrumented twin tells; and what built-in functions went through, which
 * replacements of them charge by length. Regular expressions are charged with the text they are given: that they are
 * linear in it is proven by expressions.test.ts.
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
