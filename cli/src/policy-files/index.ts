// SPDX-License-Identifier: Apache-2.0
/**
 * Owns policy files: finding, reading and checking them, and writing a policy as one. It refuses to know the service.
 */
import { relative } from 'node:path';
import type { BudgetSpec, PolicyClaim, PolicySpec, PolicyTestCase, ToolRulesSpec } from '@svc/contract';
import { type Fault, parseTrees, placeOf, segmentsOf, type TreeNode } from '@svc/documents';
import { findFiles } from './find-files.ts';
import { readDocument } from './read-document.ts';
import { readText } from './read-file.ts';

export { BUDGET_FORM, type FileForm, fileText, POLICY_FORM, TOOL_RULES_FORM } from './file-form.ts';
export { isPulledFile, policyFileNames } from './file-names.ts';
export { placed, type Sent } from './placed.ts';
export { readText } from './read-file.ts';
export { type Renewed, renewedText } from './renew.ts';

export interface FileFault {
  readonly file: string;
  /** Line and column count from 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** The text of the line; null when there is none. */
  readonly source: string | null;
}

interface Place {
  readonly file: string;
  readonly line: number;
  /** A fault at a field of what stands here, such as `input.agent`; the nearest place that exists, without one. */
  faultAt(field: string, message: string): FileFault;
}

export interface PolicyFiles {
  readonly files: number;
  readonly policies: readonly (Place & { readonly spec: PolicySpec })[];
  readonly budgets: readonly (Place & { readonly spec: BudgetSpec })[];
  readonly toolRules: readonly (Place & { readonly spec: ToolRulesSpec })[];
  readonly cases: readonly (Place & { readonly test: PolicyTestCase })[];
  readonly claims: readonly (Place & { readonly claim: PolicyClaim })[];
  readonly errors: readonly FileFault[];
  /** Valid, but probably unintended. */
  readonly warnings: readonly FileFault[];
}

/**
 * Reads all files under a path and finds all their faults.
 * @param cwd the folder to which file names are relative
 * @param onFile called before each file is read
 */
export function readPolicyFiles(
  path: string,
  cwd: string,
  onFile: (done: number, all: number) => void = () => undefined,
): PolicyFiles {
  const { files, strayLinks } = findFiles(path);
  const reading = new Reading();
  for (const link of strayLinks) {
    reading.addFault(shownName(link, cwd), 'this link leads out of the folder; put the file itself here');
  }
  for (const [index, file] of files.entries()) {
    onFile(index, files.length);
    reading.readFile(file, shownName(file, cwd));
  }
  return reading.result(files.length);
}

/** Outside of the folder the absolute path says more. */
function shownName(path: string, cwd: string): string {
  const name = relative(cwd, path);
  return name === '' || name.startsWith('..') ? path : name;
}

class Reading {
  private readonly policies: (Place & { spec: PolicySpec })[] = [];
  private readonly budgets: (Place & { spec: BudgetSpec })[] = [];
  private readonly toolRules: (Place & { spec: ToolRulesSpec })[] = [];
  private readonly cases: (Place & { test: PolicyTestCase })[] = [];
  private readonly claims: (Place & { claim: PolicyClaim })[] = [];
  private readonly errors: FileFault[] = [];
  private readonly warnings: FileFault[] = [];
  private readonly emptyFiles: string[] = [];
  private documents = 0;
  /** By kind and name. */
  private readonly placeOfName = new Map<string, Place>();

  addFault(file: string, message: string): void {
    this.errors.push({ file, line: 1, column: 1, message, source: null });
  }

  readFile(path: string, file: string): void {
    const read = readText(path);
    if ('fault' in read) {
      this.addFault(file, read.fault);
      return;
    }
    let lines: readonly string[] | null = null;
    const inFile = ({ position, message }: Fault): FileFault => {
      lines ??= read.text.split(/\r\n|\r|\n/);
      return { file, ...position, message, source: lines[position.line - 1] ?? null };
    };
    const syntax: Fault[] = [];
    const trees = parseTrees(read.text, (fault) => syntax.push(fault));
    this.errors.push(...syntax.map(inFile));
    if (trees === null || syntax.length > 0) return;
    if (trees.length === 0) this.emptyFiles.push(file);
    this.documents += trees.length;
    for (const tree of trees) this.readTree(tree, file, inFile);
  }

  private readTree(tree: TreeNode, file: string, inFile: (fault: Fault) => FileFault): void {
    const { policy, budget, toolRules, cases, claims, errors, warnings } = readDocument(tree);
    for (const fault of errors) this.errors.push(inFile(fault));
    for (const fault of warnings) this.warnings.push(inFile(fault));
    const placeOfNode = (place: TreeNode): Place => ({
      file,
      line: place.position.line,
      faultAt: (field, message) => inFile({ position: placeOf(place, segmentsOf(field)), message }),
    });
    for (const { test, node } of cases) this.cases.push({ ...placeOfNode(node), test });
    for (const { claim, node } of claims) this.claims.push({ ...placeOfNode(node), claim });
    const named = (kind: string, name: string, node: TreeNode): Place => {
      const place = placeOfNode(node);
      const first = this.placeOfName.get(`${kind} ${name}`);
      if (first === undefined) this.placeOfName.set(`${kind} ${name}`, place);
      else {
        const message = `the name is already that of the ${kind} in ${first.file}:${first.line}`;
        this.errors.push(inFile({ position: nameIn(node), message }));
      }
      return place;
    };
    if (policy !== null) this.policies.push({ ...named('policy', policy.spec.name, policy.node), spec: policy.spec });
    if (budget !== null) this.budgets.push({ ...named('budget', budget.spec.name, budget.node), spec: budget.spec });
    if (toolRules !== null) {
      const { spec, node } = toolRules;
      this.toolRules.push({ ...named('set of tool rules', spec.name, node), spec });
    }
  }

  result(files: number): PolicyFiles {
    const { policies, budgets, toolRules, cases, claims, errors, warnings } = this;
    // Beside others a file of comments holds nothing, and says nothing wrong.
    if (this.documents === 0) for (const file of this.emptyFiles) this.addFault(file, 'the file is empty');
    const read = { files, policies, budgets, toolRules, cases, claims };
    return { ...read, errors: inOrder(errors), warnings: inOrder(warnings) };
  }
}

function nameIn(node: TreeNode): TreeNode['position'] {
  const metadata = node.kind === 'map' ? node.entries.get('metadata')?.value : undefined;
  const name = metadata?.kind === 'map' ? metadata.entries.get('name')?.value : undefined;
  return name?.position ?? node.position;
}

/** The sort is stable, so files stay in their order. */
function inOrder(faults: readonly FileFault[]): FileFault[] {
  return [...faults].sort((left, right) =>
    left.file === right.file ? left.line - right.line || left.column - right.column : 0,
  );
}
