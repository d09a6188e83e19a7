// SPDX-License-Identifier: Apache-2.0
/** Reads a record that files and the API have in one form: the contract's schema, then the rules of its kind. */
import { PolicyConditionSchema } from '@svc/contract';
import { placeOf, schemaFaults, segmentsOf } from '@svc/documents';
import { Ajv, type ValidateFunction } from 'ajv';
import { plainValue } from '../syntax/index.ts';
import type { Place, Reader, Report } from './reader.ts';

export interface SpecEntry<Spec> {
  readonly spec: Spec;
  readonly place: Place;
}

interface Finding {
  path: string;
  message: string;
}

/** `verbose` reports the possible fields of the map. */
const ajv = new Ajv({ allErrors: true, strict: false, verbose: true, meta: false, validateSchema: false });
ajv.addSchema(PolicyConditionSchema);

/**
 * @param check the paths of its findings lie within the record
 * @param warn receives valid but probably unintended values
 */
export function checkedReader<Input extends { name: string; id?: string; updatedAt?: string }>(
  schema: object,
  check: (spec: Omit<Input, 'id' | 'updatedAt'>) => { errors: readonly Finding[]; warnings: readonly Finding[] },
  warn: Report,
): Reader<SpecEntry<Omit<Input, 'id' | 'updatedAt'>>> {
  const isValid: ValidateFunction<Input> = ajv.compile<Input>(schema);
  return (node, label, report) => {
    const value = plainValue(node);
    if (!isValid(value) || node.kind !== 'map') {
      for (const { position, message } of schemaFaults(isValid.errors ?? [], node, label)) report(position, message);
      return undefined;
    }
    const { id: _id, updatedAt: _updatedAt, ...spec } = value;
    const { errors, warnings } = check(spec);
    for (const { path, message } of errors) report(placeOf(node, segmentsOf(path)), message);
    for (const { path, message } of warnings) warn(placeOf(node, segmentsOf(path)), `${value.name}: ${message}`);
    return errors.length > 0 ? undefined : { spec, place: { position: node.position, fields: {}, node } };
  };
}
