// SPDX-License-Identifier: Apache-2.0
/** Resources as a kind of records, and the parts of their changes that let more through. */
import type { Classification, LooserRecord } from '@svc/contract';
import { type Permission, reaches } from '@svc/core/verdict';
import { resourceNameFault } from '../names/index.ts';
import { type Identified, kindOf } from '../records/index.ts';

export interface ResourceValues {
  name: string;
  classification: Classification;
  description: string | null;
}

export const RESOURCE = kindOf<ResourceValues, 'classification'>({
  noun: 'resource',
  aNoun: 'a resource',
  nouns: 'resources',
  nameFault: resourceNameFault,
  type: 'resource',
  table: 'svc.resources',
  columns: { name: 'text', classification: 'text', description: 'text' },
  defaults: { description: null },
});

/**
 * Other policies and points apply to another class, so each change of it counts. A new resource and a new name count:
 * callers that give the name were refused, or meant another class, before. A deleted one lets nothing through.
 * @param agents the permissions of every agent; a resource that none of them reaches lets nothing through
 */
export function looserResource(
  { before, after }: { before: ResourceValues | null; after: Identified<ResourceValues> | null },
  agents: Iterable<readonly Permission[] | null>,
): LooserRecord[] {
  if (after === null || ![...agents].some((permissions) => reaches(permissions, after))) return [];
  const { classification, name } = after;
  const of = { type: 'resource', name: before?.name ?? name } as const;
  if (before === null) return [{ ...of, field: 'created', before: null, after: { classification } }];
  const fields = (['name', 'classification'] as const).filter((field) => before[field] !== after[field]);
  return fields.map((field) => ({ ...of, field, before: before[field], after: after[field] }));
}
