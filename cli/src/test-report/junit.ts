// SPDX-License-Identifier: Apache-2.0
/** Results as JUnit XML for CI systems: one suite per file. */
import { countOutcomes, failureLines, type TestOutcome } from './outcome.ts';

export function junitXml(outcomes: readonly TestOutcome[]): string {
  const byFile = new Map<string, TestOutcome[]>();
  for (const outcome of outcomes) byFile.set(outcome.file, [...(byFile.get(outcome.file) ?? []), outcome]);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="svc" ${counts(outcomes)}>`,
    ...[...byFile].flatMap(([file, cases]) => [
      `  <testsuite name="${xml(file)}" ${counts(cases)}>`,
      ...cases.map(testCase),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

function counts(outcomes: readonly TestOutcome[]): string {
  const { failed, skipped } = countOutcomes(outcomes);
  return `tests="${outcomes.length}" failures="${failed}" skipped="${skipped}" errors="0"`;
}

function testCase(outcome: TestOutcome): string {
  const { name, file, line, status, expected, actual } = outcome;
  const head = `    <testcase name="${xml(name)}" classname="${xml(file)}" file="${xml(file)}" line="${line}"`;
  if (status === 'PASS') return `${head}/>`;
  if (status === 'SKIP') return `${head}><skipped message="the case expects nothing"/></testcase>`;
  const message = `expected ${expected?.decision ?? 'nothing'}, actual ${actual.decision}`;
  const text = failureLines(outcome).join('\n');
  return `${head}><failure message="${xml(message)}">${xml(text)}</failure></testcase>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Characters that XML cannot hold, not even escaped, become U+FFFD. */
function xml(text: string): string {
  return text.replaceAll(NOT_XML, '\ufffd').replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;
