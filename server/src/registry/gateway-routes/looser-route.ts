// SPDX-License-Identifier: Apache-2.0
/** The parts of a route's change that let more through. */
import type { LooserRecord } from '@svc/contract';
import { fieldsThatDiffer, isWidened } from '../records/index.ts';
import type { HttpRouteValues, McpRouteValues } from './kinds.ts';

type Values = HttpRouteValues | McpRouteValues;
type Field = keyof HttpRouteValues | keyof McpRouteValues;
type IsLooser = (before: never, after: never) => boolean;

const always: IsLooser = () => true;

/** Asked of two values that differ. Another address, credential, agent or resource may be any. */
const LOOSER: { readonly [Name in Field]?: IsLooser } = {
  baseUrl: always,
  integrationId: always,
  resourceId: always,
  agentId: always,
  agentIds: isWidened as IsLooser,
  actions: isWidened as IsLooser,
  methods: isWidened as IsLooser,
  scanBody: (before: boolean) => before,
  tools: (before: McpRouteValues['tools']) => before !== null,
};

/** A new route is a way that was not there; a deleted one is none. */
export function looserRoute(
  type: 'http_route' | 'mcp_route',
  { before, after }: { before: Values | null; after: Values | null },
): LooserRecord[] {
  if (after === null) return [];
  const of = { type, name: before?.name ?? after.name } as const;
  if (before === null) {
    const { name: _name, ...values } = valuesOf(after);
    return [{ ...of, field: 'created', before: null, after: values }];
  }
  const [old, next] = [valuesOf(before), valuesOf(after)];
  return fieldsThatDiffer(old, next)
    .filter((field) => LOOSER[field as Field]?.(old[field] as never, next[field] as never) === true)
    .map((field) => ({ ...of, field, before: old[field], after: next[field] }));
}

/** Without the id, which a new route gets anew each time. */
function valuesOf(values: Values & { id?: string }): Record<string, unknown> {
  const { id: _id, ...rest } = values;
  return rest;
}
