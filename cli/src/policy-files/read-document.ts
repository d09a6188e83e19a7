/** Turns one document of a file into a policy or test cases, or into all its faults. */
import { readFileSync } from 'node:fs';
import type { PolicySpec, PolicyTestCase } from '@svc/contract';
import { CONDITION_FIELDS_OF_API_ONLY } from '@svc/contract/enums';
import { checkPolicy } from '@svc/core/policy';
import { type Fault, itemsAt, placeOf, plainValue, schemaFaults, segmentsOf, type TreeNode } from '@svc/documents';
import { Ajv, type ValidateFunction } from 'ajv';

export interface ReadDocument {
  /** null when the document holds tests, or is wrong. */
  readonly policy: { readonly spec: PolicySpec; readonly node: TreeNode } | null;
  readonly cases: readonly { readonly test: PolicyTestCase; readonly node: TreeNode }[];
  readonly errors: readonly Fault[];
  readonly warnings: readonly Fault[];
}

type DocumentValue =
  | { kind: 'Policy'; metadata: { name: string }; spec: Omit<PolicySpec, 'name'> }
  | { kind: 'PolicyTest'; cases: PolicyTestCase[] };

export function readDocument(node: TreeNode): ReadDocument {
  const value = plainValue(node);
  const isDocument = validator();
  if (!isDocument(value)) return { policy: null, cases: [], errors: shapeFaults(isDocument, node), warnings: [] };
  if (value.kind === 'PolicyTest') {
    const nodes = itemsAt(node, 'cases');
    const cases = value.cases.map((test, index) => ({ test, node: nodes[index] ?? node }));
    return { policy: null, cases, errors: [], warnings: [] };
  }
  const spec = { name: value.metadata.name, ...value.spec };
  const found = checkPolicy(spec, 'spec');
  const faults = (findings: typeof found.errors) =>
    findings.map(({ path, message }): Fault => ({ position: placeOf(node, segmentsOf(path)), message }));
  const policy = found.errors.length === 0 ? { spec, node } : null;
  return { policy, cases: [], errors: faults(found.errors), warnings: faults(found.warnings) };
}

function shapeFaults({ errors }: ValidateFunction, node: TreeNode): Fault[] {
  const seen = new Set<string>();
  return schemaFaults(errors ?? [], node, 'the document')
    .map(({ position, message }) => ({ position, message: plainSentence(message) }))
    .filter(({ position, message }) => {
      // The schema checks the head of a document twice: for any document, and for one of its own kind.
      const key = `${position.line}:${position.column}:${message}`;
      return !seen.has(key) && seen.add(key);
    });
}

function plainSentence(message: string): string {
  const field = CONDITION_FIELDS_OF_API_ONLY.find((name) => message.startsWith(`${name} is not a field of`));
  if (field === undefined) return message;
  return `${field} is a condition of the API that policy files do not hold; apply this policy through the API`;
}

let compiled: ValidateFunction<DocumentValue> | null = null;

/** Compiled once, when the first document is read. */
function validator(): ValidateFunction<DocumentValue> {
  if (compiled === null) {
    const schema = readFileSync(new URL('../../policy-file.schema.json', import.meta.url), 'utf8');
    const ajv = new Ajv({ allErrors: true, verbose: true, strict: false });
    compiled = ajv.compile<DocumentValue>(JSON.parse(schema) as object);
  }
  return compiled;
}
