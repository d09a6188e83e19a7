// SPDX-License-Identifier: Apache-2.0
/** The plan for given resources, and its audit entries. */
import type { Classification } from '@svc/contract';
import type { Change } from '../../storage/heads/index.ts';
import {
  type Identified,
  kept,
  planRecords,
  type RecordKind,
  type RecordPlan,
  type RecordWrites,
  recordChanges,
} from '../records/index.ts';

export interface ResourceValues {
  name: string;
  classification: Classification;
  description: string | null;
}

/** An omitted description keeps its stored value. */
export interface GivenResource {
  readonly id?: string | undefined;
  readonly name: string;
  readonly classification: Classification;
  readonly description?: string | null | undefined;
}

export function planResources(
  given: readonly GivenResource[],
  stored: ReadonlyMap<string, Identified<ResourceValues>>,
  newId: () => string,
): RecordPlan<ResourceValues> {
  return planRecords<GivenResource, ResourceValues>({
    noun: 'resource',
    given,
    stored,
    keyOf: ({ name }) => name,
    valuesOf: ({ name, classification, description }, current) => ({
      name,
      classification,
      description: kept(description, current?.description),
    }),
    newId,
  });
}

export const RESOURCE: RecordKind<ResourceValues> = {
  type: 'resource',
  describe: ({ name }) => ({ name }),
  shown: ({ name, classification, description }) => ({ name, classification, description }),
};

export function resourceChanges(plan: RecordWrites<ResourceValues>): Change[] {
  return recordChanges(RESOURCE, plan);
}
