// SPDX-License-Identifier: Apache-2.0
/** The policies of files that a person chose, or every fault with its file, line and column. */
import type { PolicySpec } from '@svc/contract';
import { parseTrees, placeOf, plainValue, type TreeNode } from '@svc/documents';
import { checkDocument, type Problem } from './problems.ts';

export interface FileFault {
  file: string;
  line: number;
  column: number;
  problem: Problem;
}

export interface ReadFiles {
  /** Empty when there is a fault. */
  policies: readonly PolicySpec[];
  faults: readonly FileFault[];
  /** Names of files that hold no policy. */
  without: readonly string[];
}

export interface TextOfFile {
  name: string;
  text: string;
}

export function readPolicyFiles(files: readonly TextOfFile[]): ReadFiles {
  const policies = new Map<string, PolicySpec>();
  const faults: FileFault[] = [];
  const without: string[] = [];
  for (const { name: file, text } of files) {
    const report = ({ line, column }: { line: number; column: number }, problem: Problem) =>
      void faults.push({ file, line, column, problem });
    const trees = parseTrees(text, ({ position, message }) => report(position, { is: 'syntax', message, path: [] }));
    const documents = (trees ?? []).filter((tree) => !isOfAnotherKind(tree));
    if (trees !== null && documents.length === 0) without.push(file);
    for (const tree of documents) {
      const { spec, problems } = checkDocument(plainValue(tree), true);
      for (const problem of problems) report(placeOf(tree, problem.path, 'value'), problem);
      if (spec === null) continue;
      const path = ['metadata', 'name'];
      if (policies.has(spec.name)) report(placeOf(tree, path, 'value'), { is: 'twice', path });
      policies.set(spec.name, spec);
    }
  }
  return { policies: faults.length > 0 ? [] : [...policies.values()], faults, without };
}

/** Test cases and claims may stand beside policies. */
function isOfAnotherKind(tree: TreeNode): boolean {
  const value = plainValue(tree);
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined;
  return kind === 'PolicyTest' || kind === 'PolicyClaim';
}
