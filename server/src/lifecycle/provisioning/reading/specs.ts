// SPDX-License-Identifier: Apache-2.0
/** Reads records that files and the API have in one form: the contract's schema, then the rules of the kind. */
import {
  type BudgetInput,
  BudgetSchema,
  type BudgetSpec,
  PolicyConditionSchema,
  type ToolRulesInput,
  ToolRulesSchema,
  type ToolRulesSpec,
} from '@svc/contract';
import { checkBudget } from '@svc/core/budgets';
import { checkToolRules } from '@svc/core/tool-rules';
import { placeOf, schemaFaults, segmentsOf } from '@svc/documents';
import { Ajv, type ValidateFunction } from 'ajv';
import { plainValue } from '../syntax/index.ts';
import type { Place, Reader, Report } from './reader.ts';

interface SpecEntry<Spec> {
  readonly spec: Spec;
  readonly place: Place;
}

export type BudgetEntry = SpecEntry<BudgetSpec>;
export type ToolRulesEntry = SpecEntry<ToolRulesSpec>;

/** @param warn receives valid but probably unintended values */
export function budgetReader(warn: Report): Reader<BudgetEntry> {
  return checkedReader<BudgetInput>(BudgetSchema, (spec) => checkBudget(spec, ''), warn);
}

/** @param warn likewise */
export function toolRulesReader(warn: Report): Reader<ToolRulesEntry> {
  return checkedReader<ToolRulesInput>(ToolRulesSchema, checkToolRules, warn);
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
function checkedReader<Input extends { name: string; id?: string; updatedAt?: string }>(
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
