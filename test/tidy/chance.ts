// SPDX-License-Identifier: Apache-2.0
/** The kinds of chance by which a test fails: how each is seen in a source, and what to write instead. */

interface Rule {
  /** The line of each place, from 1. */
  find(source: string): number[];
  instead: string;
}

const linesWith = (pattern: RegExp) => (source: string) =>
  source.split('\n').flatMap((line, index) => (pattern.test(line) && !isComment(line) ? [index + 1] : []));
const isComment = (line: string): boolean => /^\s*(\/\/|\/?\*)/.test(line);

const DATE_NOW = /\bDate\.now\(\)|\bnew Date\(\)/;
const COMPARED = /\.toBe(?:GreaterThan|LessThan|CloseTo)\w*\(/;
/** A duration inside an assertion. */
const SINCE = /\bexpect\(.*(?:- Date\.now\(\)|\bDate\.now\(\)(?: \/ [\d_]+)? -)/;
/** A name that has the machine's time, or a duration until or since. */
const NAMED_NOW =
  /\b(?:const|let) (\w+) = (?:[^;]*- )?(?:Math\.\w+\()?(?:Date\.now\(\)|new Date\(\))(?: \/ [\d_]+)?\)?;/g;

/** Comparisons with the machine's time of day, or with a name that was given it. */
function assertedDates(source: string): number[] {
  const names = [...source.matchAll(NAMED_NOW)].map(([, name = '']) => name);
  const named = names.length === 0 ? null : new RegExp(`\\b(?:${names.join('|')})\\b`);
  return source.split('\n').flatMap((line, index) => {
    const isCompared = COMPARED.test(line) && (DATE_NOW.test(line) || named?.test(line) === true);
    return (isCompared || SINCE.test(line)) && !isComment(line) ? [index + 1] : [];
  });
}

/** The end of a call with a number after its function, in either layout of the formatter. */
const NUMBER_LAST = /^\}, [\w.* ]+\);$|^[\w.* +]+,$/;

/** Time-outs of their own in options: of a wait, in the call or in a constant, of a test, and of a file. */
const inOptions = linesWith(
  new RegExp(
    [
      String.raw`\bvi\.setConfig\(`,
      String.raw`^ *(?:it|test)\b.*\{ timeout:`,
      String.raw`\b(?:poll|waitFor\w*|waitUntil)\(.*\btimeout:`,
      String.raw`^ *const \w+ = \{ timeout:`,
      String.raw`^ +\{ timeout: [\d_]+`,
    ].join('|'),
  ),
);

/** Tests and hooks that give a time-out of their own, and waits. */
function ownTimeOuts(source: string): number[] {
  const lines = source.split('\n');
  const indentOf = (line: string): number => line.search(/\S/);
  const ofTests = lines.flatMap((line, index) => {
    const isLone = lines[index + 1]?.trim() === ');';
    const isLast = isLone || line.trim().endsWith(');');
    if (!isLast || !NUMBER_LAST.test(line.trim())) return [];
    const indent = indentOf(isLone ? (lines[index + 1] ?? '') : line);
    const start = lines.slice(0, index).findLast((one) => indentOf(one) === indent && one.trim() !== '');
    return /^\s*(?:it|test|before(?:All|Each)|after(?:All|Each))\b/.test(start ?? '') ? [index + 1] : [];
  });
  return [...ofTests, ...inOptions(source)];
}

export const CHANCES: Readonly<Record<string, Rule>> = {
  clock: {
    // One that the test puts in the place of the machine's is none.
    find: linesWith(/^(?!.*\bspyOn\().*(?:\bperformance\.now\(|\bhrtime\b)/),
    instead:
      'A busy machine is slow: show which of two things ends first, count the work, or measure a ratio in bench.',
  },
  date: {
    find: assertedDates,
    instead: "The time of day goes on: compare stored moments with each other, or move the service's own clock.",
  },
  processor: {
    find: linesWith(/\bcpuUsage\b|\bresourceUsage\b|\bthreadCpuUsage\b/i),
    instead:
      "The processor's time is other work's too: count steps as core/src/policy/work.test.ts does, or use bench.",
  },
  memory: {
    find: linesWith(/\bheapUsed\b|\bgetHeapStatistics\b|\bmemoryUsage\b|\bheapTotal\b/),
    instead: 'V8 collects when it likes: count what is kept, or measure it in bench.',
  },
  sleep: {
    find: linesWith(/\bawait (?:delay|pause|sleep)\(|\bnew Promise\b.*\bsetTimeout\(\s*\w+,|\bwaitForTimeout\(/),
    instead:
      'Time that passes proves nothing: poll for what happens, wait until nothing is under way, or move the clock.',
  },
  retry: {
    find: linesWith(/\bretry: [1-9]|\bretry: \{ count|--retry\b/),
    instead: 'A test that needs a second try is a fault: mend it.',
  },
  'time-out': {
    find: ownTimeOuts,
    instead: 'A time-out only ends what hangs: test/run/time-outs.ts has one for all. Make the test do less.',
  },
  'hour of day': {
    find: linesWith(/\bnew Date\(\)\.(?:get|toLocale)|\.get(?:Hours|Day)\(\)/),
    instead: 'Set the hour: give the moment to what depends on it, or a clock that stands at one.',
  },
};
