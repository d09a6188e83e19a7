// SPDX-License-Identifier: Apache-2.0
/** Reads a policy: the contract's schema checks its shape, the policy engine the rest. */
import { PolicyConditionSchema, type PolicyInput, PolicySchema, type PolicySpec } from '@svc/contract';
import { checkPolicy } from '@svc/core/policy';
import { placeOf, schemaFaults, segmentsOf } from '@svc/documents';
import { Ajv } from 'ajv';
import { plainValue } from '../syntax/index.ts';
import type { Place, Reader, Report } from './reader.ts';

export interface PolicyEntry {
  readonly spec: PolicySpec;
  readonly place: Place;
}

/** @param warn receives valid but probably unintended values */
export function policyReader(warn: Report): Reader<PolicyEntry> {
  return (node, label, report) => {
    const value = plainValue(node);
    if (!isPolicy(value) || node.kind !== 'map') {
      for (const { position, message } of schemaFaults(isPolicy.errors ?? [], node, label)) report(position, message);
      return undefined;
    }
    const { id: _id, updatedAt: _updatedAt, ...spec } = value;
    const { errors, warnings } = checkPolicy(spec, '');
    for (const { path, message } of errors) report(placeOf(node, segmentsOf(path)), message);
    for (const { path, message } of warnings) warn(placeOf(node, segmentsOf(path)), `${spec.name}: ${message}`);
    return errors.length > 0 ? undefined : { spec, place: { position: node.position, fields: {}, node } };
  };
}

/** `verbose` reports the possible fields of the map. */
const ajv = new Ajv({ allErrors: true, strict: false, verbose: true, meta: false, validateSchema: false });
ajv.addSchema(PolicyConditionSchema);
const isPolicy = ajv.compile<PolicyInput>(PolicySchema);
