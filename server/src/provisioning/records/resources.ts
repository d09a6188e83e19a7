/** Resources: what agents act on. */
import type { Classification } from '@svc/contract';
import { DESCRIPTION_CHARACTERS_MAX } from '@svc/contract/limits';
import type { Transaction } from '../../db/index.ts';
import { type Identified, kept, planRecords, type RecordPlan } from '../apply/plan-records.ts';
import {
  classification,
  nullable,
  optional,
  type RecordOf,
  required,
  resourceName,
  text,
  uuid,
} from '../reading/index.ts';

export const resourceFields = {
  id: optional(uuid),
  name: required(resourceName),
  classification: required(classification),
  description: optional(nullable(text(DESCRIPTION_CHARACTERS_MAX))),
};
export type ResourceEntry = RecordOf<typeof resourceFields>;

export interface ResourceValues {
  name: string;
  classification: Classification;
  description: string | null;
}

export async function selectResources(
  transaction: Transaction,
  organizationId: string,
): Promise<Map<string, Identified<ResourceValues>>> {
  const rows = await transaction.query<Identified<ResourceValues> & Record<string, unknown>>(SELECT_RESOURCES, [
    organizationId,
  ]);
  return new Map(rows.map((row) => [row.name, row]));
}

/** Every resource of the organization. */
const SELECT_RESOURCES = `
  SELECT id, name, classification, description FROM svc.resources WHERE organization_id = $1`;

export function planResources(
  entries: readonly ResourceEntry[],
  stored: ReadonlyMap<string, Identified<ResourceValues>>,
  newId: () => string,
): RecordPlan<ResourceValues> {
  return planRecords({
    noun: 'resource',
    entries,
    stored,
    keyOf: (entry) => entry.name,
    valuesOf: (entry, current) => ({
      name: entry.name,
      classification: entry.classification,
      description: kept(entry.description, current?.description, (description) => description),
    }),
    newId,
  });
}

/** Makes or changes resources, by id. The caller holds the head's lock, so nobody else does at the same time. */
export async function writeResources(
  transaction: Transaction,
  organizationId: string,
  resources: readonly Identified<ResourceValues>[],
  atMs: number,
): Promise<void> {
  if (resources.length === 0) return;
  await transaction.query(WRITE_RESOURCES, [organizationId, new Date(atMs), JSON.stringify(resources)]);
}

const WRITE_RESOURCES = `
  INSERT INTO svc.resources (organization_id, id, name, classification, description, created_at, updated_at)
  SELECT $1, d.id, d.name, d.classification, d.description, $2, $2
  FROM json_to_recordset($3) AS d (id uuid, name text, classification text, description text)
  ON CONFLICT (organization_id, id) DO UPDATE SET
    classification = excluded.classification, description = excluded.description, updated_at = excluded.updated_at`;
