// SPDX-License-Identifier: Apache-2.0
/** Turns one document of a file into a policy, a budget, tool rules or test cases, or into all its faults. */
import { readFileSync } from 'node:fs';
import type { BudgetSpec, PolicyClaim, PolicySpec, PolicyTestCase, ToolRulesSpec } from '@svc/contract';
import { CONDITION_FIELDS_OF_API_ONLY } from '@svc/contract/enums';
import { isMoment } from '@svc/contract/moment';
import { checkBudget } from '@svc/core/budgets';
import { checkPolicy, conditionFault, type PolicyFinding } from '@svc/core/policy';
import { checkToolRules } from '@svc/core/tool-rules';
import { type Fault, itemsAt, placeOf, plainValue, schemaFaults, segmentsOf, type TreeNode } from '@svc/documents';
import { Ajv, type ValidateFunction } from 'ajv';
import { packageFile } from '../package-file.ts';

export interface ReadDocument {
  /** null when the document holds tests or claims, or is wrong. */
  readonly policy: { readonly spec: PolicySpec; readonly node: TreeNode } | null;
  /** null when the document holds something else, or is wrong. */
  readonly budget: { readonly spec: BudgetSpec; readonly node: TreeNode } | null;
  /** null when the document holds something else, or is wrong. */
  readonly toolRules: { readonly spec: ToolRulesSpec; readonly node: TreeNode } | null;
  readonly cases: readonly { readonly test: PolicyTestCase; readonly node: TreeNode }[];
  readonly claims: readonly { readonly claim: PolicyClaim; readonly node: TreeNode }[];
  readonly errors: readonly Fault[];
  readonly warnings: readonly Fault[];
}

type DocumentValue =
  | { kind: 'Policy'; metadata: { name: string }; spec: Omit<PolicySpec, 'name'> }
  | { kind: 'Budget'; metadata: { name: string }; spec: Omit<BudgetSpec, 'name'> }
  | { kind: 'ToolRules'; metadata: { name: string }; spec: Omit<ToolRulesSpec, 'name'> }
  | { kind: 'PolicyTest'; cases: PolicyTestCase[] }
  | { kind: 'PolicyClaim'; claims: PolicyClaim[] };

const NOTHING = { policy: null, budget: null, toolRules: null, cases: [], claims: [], errors: [], warnings: [] };

export function readDocument(node: TreeNode): ReadDocument {
  const value = plainValue(node);
  const isDocument = validator();
  if (!isDocument(value)) return { ...NOTHING, errors: shapeFaults(isDocument, node) };
  if (value.kind === 'PolicyTest') {
    const nodes = itemsAt(node, 'cases');
    const cases = value.cases.map((test, index) => ({ test, node: nodes[index] ?? node }));
    return { ...NOTHING, cases };
  }
  if (value.kind === 'PolicyClaim') return readClaims(value.claims, node);
  if (value.kind === 'Budget') return readBudget({ ...value.spec, name: value.metadata.name }, node);
  if (value.kind === 'ToolRules') return readToolRules({ ...value.spec, name: value.metadata.name }, node);
  const spec = { name: value.metadata.name, ...value.spec };
  const found = checkPolicy(spec, 'spec');
  const policy = found.errors.length === 0 ? { spec, node } : null;
  return { ...NOTHING, policy, errors: faultsIn(node, found.errors), warnings: faultsIn(node, found.warnings) };
}

function readBudget(spec: BudgetSpec, node: TreeNode): ReadDocument {
  const { errors, warnings } = checkBudget(spec, 'spec.');
  const budget = errors.length === 0 ? { spec, node } : null;
  return { ...NOTHING, budget, errors: faultsIn(node, errors), warnings: faultsIn(node, warnings) };
}

function readToolRules(spec: ToolRulesSpec, node: TreeNode): ReadDocument {
  const { errors, warnings } = checkToolRules(spec);
  const inSpec = (found: readonly PolicyFinding[]) =>
    faultsIn(
      node,
      found.map(({ path, message }) => ({ path: `spec.${path}`, message })),
    );
  const toolRules = errors.length === 0 ? { spec, node } : null;
  return { ...NOTHING, toolRules, errors: inSpec(errors), warnings: inSpec(warnings) };
}

function readClaims(given: readonly PolicyClaim[], node: TreeNode): ReadDocument {
  const nodes = itemsAt(node, 'claims');
  const claims = given.map((claim, index) => ({ claim, node: nodes[index] ?? node }));
  const faults = given.flatMap(({ never, atLeast, when, unless }, index): (PolicyFinding | null | undefined)[] => {
    const path = `claims[${index}]`;
    const isEither = (never === undefined) !== (atLeast === undefined);
    return [
      isEither ? null : { path, message: 'a claim has either never or atLeast' },
      conditionFault(when, `${path}.when`),
      unless && conditionFault(unless, `${path}.unless`),
    ];
  });
  return {
    ...NOTHING,
    claims,
    errors: faultsIn(
      node,
      faults.filter((fault) => fault != null),
    ),
  };
}

function faultsIn(node: TreeNode, findings: readonly PolicyFinding[]): Fault[] {
  return findings.map(({ path, message }) => ({ position: placeOf(node, segmentsOf(path)), message }));
}

function shapeFaults({ errors }: ValidateFunction, node: TreeNode): Fault[] {
  const seen = new Set<string>();
  return schemaFaults(errors ?? [], node, 'the document')
    .map(({ position, message, unknown }) => ({ position, message: fieldOfApi(unknown) ?? message }))
    .filter(({ position, message }) => {
      // The schema checks the head of a document twice: for any document, and for one of its own kind.
      const key = `${position.line}:${position.column}:${message}`;
      return !seen.has(key) && seen.add(key);
    });
}

function fieldOfApi(unknown: string | undefined): string | null {
  const field = CONDITION_FIELDS_OF_API_ONLY.find((name) => name === unknown);
  if (field === undefined) return null;
  return `${field} is a condition of the API that policy files do not hold; apply this policy through the API`;
}

let compiled: ValidateFunction<DocumentValue> | null = null;

/** Compiled once, when the first document is read. */
function validator(): ValidateFunction<DocumentValue> {
  if (compiled === null) {
    const schema = readFileSync(packageFile('policy-file.schema.json'), 'utf8');
    const formats = { 'date-time': isMoment };
    const ajv = new Ajv({ allErrors: true, verbose: true, strict: false, formats });
    compiled = ajv.compile<DocumentValue>(JSON.parse(schema) as object);
  }
  return compiled;
}
