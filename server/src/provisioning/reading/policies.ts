/** Reads a policy: the contract's schema judges its shape, the policy engine what a schema cannot say. */
import { PolicyConditionSchema, type PolicyInput, PolicySchema, type PolicySpec } from '@svc/contract';
import { checkPolicy } from '@svc/core/policy';
import { Ajv, type ErrorObject } from 'ajv';
import { fieldsOf } from '../../http/validation-fields.ts';
import type { Position } from '../faults.ts';
import { plainValue, type TreeNode } from '../syntax/index.ts';
import { type Place, type Reader, type Report, unknownField } from './reader.ts';

export interface PolicyEntry {
  readonly spec: PolicySpec;
  readonly place: Place;
}

/** @param warn is told what is valid and looks unintended */
export function policyReader(warn: Report): Reader<PolicyEntry> {
  return (node, label, report) => {
    const value = plainValue(node);
    if (!isPolicy(value)) {
      for (const error of isPolicy.errors ?? []) reportError(error, node, label, report);
      return undefined;
    }
    const { id: _id, updatedAt: _updatedAt, ...spec } = value;
    const { errors, warnings } = checkPolicy(spec, '');
    for (const { path, message } of errors) report(positionAt(node, segmentsOf(path)), message);
    for (const { path, message } of warnings) warn(positionAt(node, segmentsOf(path)), `${spec.name}: ${message}`);
    return errors.length > 0 ? undefined : { spec, place: { position: node.position, fields: {} } };
  };
}

/** `verbose` tells which fields the map could have had. */
const ajv = new Ajv({ allErrors: true, strict: false, verbose: true });
ajv.addSchema(PolicyConditionSchema);
const isPolicy = ajv.compile<PolicyInput>(PolicySchema);

function reportError(error: ErrorObject, node: TreeNode, label: string, report: Report): void {
  const segments = error.instancePath.split('/').slice(1).map(unescapePointer);
  if (error.keyword === 'additionalProperties') {
    const { additionalProperty } = error.params as { additionalProperty: string };
    const known = Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {});
    const where = segments.length === 0 ? label : segments.join('.');
    report(positionAt(node, [...segments, additionalProperty], 'name'), unknownField(additionalProperty, known, where));
    return;
  }
  const position = positionAt(node, segments);
  for (const [path, sentence] of Object.entries(fieldsOf([error], label))) report(position, `${path} ${sentence}`);
}

function unescapePointer(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** `.condition.allOf[1].minRecords` in its parts. */
function segmentsOf(path: string): string[] {
  return [...path.matchAll(/[^.[\]]+/g)].map(([segment]) => segment);
}

/** The place of what lies below a node, or of the last node on the way that is there. */
function positionAt(node: TreeNode, segments: readonly string[], of: 'name' | 'value' = 'value'): Position {
  let current = node;
  let { position } = node;
  for (const [index, segment] of segments.entries()) {
    if (current.kind === 'list') {
      const item = current.items[Number(segment)];
      if (item === undefined) return position;
      current = item;
      position = item.position;
    } else if (current.kind === 'map') {
      const entry = current.entries.get(segment);
      if (entry === undefined) return position;
      current = entry.value;
      position = of === 'name' && index === segments.length - 1 ? entry.position : entry.value.position;
    }
  }
  return position;
}
