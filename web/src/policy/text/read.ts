// SPDX-License-Identifier: Apache-2.0
/** The text of a file, read: its policy, or every fault at its place, with the edit that mends it. */
import type { PolicySpec } from '@svc/contract';
import { parseTree, placeOf, plainValue, segmentsOf, type TreeNode } from '@svc/documents';
import { type Checked, checkDocument, type Problem } from './problems.ts';

interface Edit {
  /** Offsets of the text that is replaced. */
  from: number;
  to: number;
  insert: string;
}

export interface TextFault {
  problem: Problem;
  line: number;
  column: number;
  /** Offsets of what is underlined. */
  from: number;
  to: number;
  fix: Edit | null;
}

export interface ReadText<Spec = PolicySpec> {
  spec: Spec | null;
  /** In the order of the text. */
  faults: readonly TextFault[];
  /** Faults that the service found, at their places in this text. */
  positioned(told: readonly Told[]): TextFault[];
}

export interface Told {
  /** Within the policy: `name`, `condition.anyOf[2].minRecords`; empty: the whole. */
  path: string;
  message: string;
}

/** @param pathOf the place in the document of a field that the service names */
export function readText<Spec>(
  text: string,
  check: (document: unknown) => Checked<Spec>,
  pathOf: (path: string) => string[],
): ReadText<Spec> {
  const lines = new Lines(text);
  const told: TextFault[] = [];
  const tree = parseTree(text, ({ position, message }) => {
    told.push(lines.fault({ is: 'syntax', message, path: [] }, position, 'rest'));
  });
  if (tree === null || told.length > 0) return { spec: null, faults: told, positioned: () => [] };
  const { spec, problems } = check(plainValue(tree));
  const faults = problems.map((problem) => faultOf(problem, tree, lines));
  return {
    spec,
    faults: faults.sort((one, other) => one.from - other.from),
    positioned: (list) =>
      list.map(({ path, message }) => faultOf({ is: 'told', message, path: pathOf(path) }, tree, lines)),
  };
}

export const readPolicyText = (text: string): ReadText =>
  readText(text, (document) => checkDocument(document, true), documentPath);

/** The place of a policy's field in the document of its file. */
function documentPath(path: string): string[] {
  const segments = segmentsOf(path);
  return [segments[0] === 'name' ? 'metadata' : 'spec', ...segments];
}

/** The reading of the latest text is kept: a page asks for it more than once. */
export function onceOf<Spec>(read: (text: string) => ReadText<Spec>): (text: string) => ReadText<Spec> {
  let last: { text: string; read: ReadText<Spec> } | null = null;
  return (text) => {
    if (last?.text !== text) last = { text, read: read(text) };
    return last.read;
  };
}

export const readOnce = onceOf(readPolicyText);

function faultOf(problem: Problem, tree: TreeNode, lines: Lines): TextFault {
  const isName = problem.is === 'unknownField' || problem.is === 'onlyInForm';
  const fault = lines.fault(problem, placeOf(tree, problem.path, isName ? 'name' : 'value'), isName ? 'name' : 'rest');
  const meant = problem.is === 'unknownField' || problem.is === 'word' ? problem.meant : null;
  return meant === null ? fault : { ...fault, fix: { from: fault.from, to: fault.to, insert: meant } };
}

class Lines {
  private readonly lines: readonly string[];
  private readonly starts: number[] = [];

  constructor(text: string) {
    this.lines = text.split('\n');
    let start = 0;
    for (const line of this.lines) {
      this.starts.push(start);
      start += line.length + 1;
    }
  }

  fault(problem: Problem, { line, column }: { line: number; column: number }, marks: 'name' | 'rest'): TextFault {
    const start = this.starts[line - 1] ?? 0;
    const from = start + column - 1;
    const rest = (this.lines[line - 1] ?? '').slice(column - 1);
    const marked = /^(["']).*?\1/.exec(rest)?.[0] ?? (marks === 'name' ? /^[^:]*/ : /^[^#,\]}]*/).exec(rest)?.[0] ?? '';
    return { problem, line, column, from, to: from + marked.trimEnd().length, fix: null };
  }
}
