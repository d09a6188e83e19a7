// SPDX-License-Identifier: Apache-2.0
/** Changes of one set of tool rules by a person, each with its audit entry and a new generation. */
import type { ToolRulesChange, ToolRulesCreation, ToolRulesDetail } from '@svc/contract';
import type pg from 'pg';
import { invalid } from '../../platform/errors/index.ts';
import { createRecord, deleteRecord, type HeldChanger, refuseDescription, updateRecord } from '../records/index.ts';
import { looserToolRules, planToolRules, specOf, TOOL_RULES, type ToolRulesValues, valuesOfSpec } from './kind.ts';
import { showToolRules } from './read-tool-rules.ts';

const SETS = TOOL_RULES.table<ToolRulesDetail>({
  show: showToolRules,
  looser: (_where, changed) => looserToolRules(changed),
});

/** @throws ApiError 400; 409 for a name that is taken */
export async function createToolRules(
  pool: pg.Pool,
  changer: HeldChanger,
  creation: ToolRulesCreation,
): Promise<ToolRulesDetail> {
  refuseDescription(creation.description);
  const { shown } = await createRecord(pool, changer, SETS, creation.name, ({ stored, newId }) =>
    planToolRules([creation], stored.byName, newId),
  );
  return shown;
}

/** @throws ApiError 400; 404; 409 for a name that is taken and when another change came between */
export async function updateToolRules(
  pool: pg.Pool,
  changer: HeldChanger,
  id: string,
  { updatedAt: seen, ...change }: ToolRulesChange,
): Promise<ToolRulesDetail> {
  refuseDescription(change.description);
  const target = { id, name: change.name, seen };
  return await updateRecord(pool, changer, SETS, target, (before, { stored, newId }) => {
    const spec = specOf({ ...before, ...change } as ToolRulesValues);
    // It stands in the place of the one that it changes, whatever its name.
    const others = new Map([...stored.byName].filter(([, set]) => set.id !== before.id));
    const [fault] = planToolRules([spec], others, newId).faults;
    if (fault !== undefined) throw invalid(fault.fields[0] ?? 'body', fault.message);
    return { ...valuesOfSpec(spec), id: before.id };
  });
}

/** @throws ApiError 404 */
export async function deleteToolRules(pool: pg.Pool, changer: HeldChanger, id: string): Promise<void> {
  await deleteRecord(pool, changer, SETS, id);
}
