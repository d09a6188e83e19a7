// SPDX-License-Identifier: Apache-2.0
/** Reads a budget: the contract's schema checks its shape, the rules of budgets the rest. */
import { type BudgetInput, BudgetSchema, type BudgetSpec, PolicyConditionSchema } from '@svc/contract';
import { checkBudget } from '@svc/core/budgets';
import { placeOf, schemaFaults, segmentsOf } from '@svc/documents';
import { Ajv } from 'ajv';
import { plainValue } from '../syntax/index.ts';
import type { Place, Reader, Report } from './reader.ts';

export interface BudgetEntry {
  readonly spec: BudgetSpec;
  readonly place: Place;
}

/** @param warn receives valid but probably unintended values */
export function budgetReader(warn: Report): Reader<BudgetEntry> {
  return (node, label, report) => {
    const value = plainValue(node);
    if (!isBudget(value) || node.kind !== 'map') {
      for (const { position, message } of schemaFaults(isBudget.errors ?? [], node, label)) report(position, message);
      return undefined;
    }
    const { id: _id, updatedAt: _updatedAt, ...spec } = value;
    const { errors, warnings } = checkBudget(spec, '');
    for (const { path, message } of errors) report(placeOf(node, segmentsOf(path)), message);
    for (const { path, message } of warnings) warn(placeOf(node, segmentsOf(path)), `${spec.name}: ${message}`);
    return errors.length > 0 ? undefined : { spec, place: { position: node.position, fields: {}, node } };
  };
}

/** `verbose` reports the possible fields of the map. */
const ajv = new Ajv({ allErrors: true, strict: false, verbose: true, meta: false, validateSchema: false });
ajv.addSchema(PolicyConditionSchema);
const isBudget = ajv.compile<BudgetInput>(BudgetSchema);
