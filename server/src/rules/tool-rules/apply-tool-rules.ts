// SPDX-License-Identifier: Apache-2.0
/** Brings the tool rules of an organization to a payload, and lists them for keys. */
import {
  POLICY_API_VERSION,
  type ToolRulesApplyRequest,
  type ToolRulesApplyResponse,
  type ToolRulesListResponse,
  type ToolRulesSpec,
} from '@svc/contract';
import { checkToolRules } from '@svc/core/tool-rules';
import type pg from 'pg';
import type { OrganizationSnapshot, OrganizationSnapshots } from '../../organization/organizations/index.ts';
import type { Hold } from '../../registry/records/index.ts';
import {
  faultsOf,
  looserToolRules,
  planToolRules,
  selectStoredToolRules,
  TOOL_RULES,
  type ToolRulesValues,
  unknownNames,
  valuesOfSpec,
} from '../../registry/tool-rules/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import type { ChangeOrigin } from '../../storage/heads/index.ts';
import { type AppliedKind, applyRecords } from '../applied/index.ts';

const SETS: AppliedKind<ToolRulesSpec, ToolRulesValues> = {
  member: 'toolRules',
  kind: TOOL_RULES.kind,
  storedIn: ({ toolRules }) => new Map(toolRules.map(({ id, spec }) => [spec.name, { id, ...valuesOfSpec(spec) }])),
  faultsOf,
  plan: planToolRules,
  looser: looserToolRules,
  write: TOOL_RULES.write,
  remove: TOOL_RULES.remove,
  changes: TOOL_RULES.changes,
};

/**
 * @param hold asked about what lets more through
 * @throws ApiError 400 with the paths of the faults; what `hold` refuses with
 * @throws StaleRules when the snapshot is older than the database
 */
export async function applyToolRules(
  deps: { pool: pg.Pool; snapshots: OrganizationSnapshots },
  snapshot: OrganizationSnapshot,
  { toolRules, prune, dryRun = false }: ToolRulesApplyRequest,
  origin: ChangeOrigin & { actor: { id: string } },
  hold: Hold,
): Promise<ToolRulesApplyResponse> {
  const { organizationId } = snapshot;
  const given = toolRules.map(({ id: _id, updatedAt: _updatedAt, ...set }) => set);
  const changes = await applyRecords(deps, snapshot, SETS, { given, prune, dryRun }, origin, hold);
  const unknown = await inTransaction(deps.pool, [organizationId], (transaction) =>
    unknownNames(transaction, organizationId, given),
  );
  const warnings = given.flatMap((set, place) =>
    [...checkToolRules(set).warnings, ...(unknown[place] ?? [])].map(({ path, message }) => ({
      path: `toolRules[${place}].${path}`,
      message,
    })),
  );
  return { dryRun, changes, warnings };
}

/** Sorted by name in code point order, every default written out. */
export async function listToolRulesForKeys(pool: pg.Pool, organizationId: string): Promise<ToolRulesListResponse> {
  const toolRules = await inTransaction(pool, [organizationId], (transaction) =>
    selectStoredToolRules(transaction, organizationId),
  );
  return { apiVersion: POLICY_API_VERSION, toolRules };
}
