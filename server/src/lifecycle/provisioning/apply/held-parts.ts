// SPDX-License-Identifier: Apache-2.0
/** The proposals of what waits: the policies of a file are one, everything else is another. */
import type { FilePart } from '../../../rules/proposals/index.ts';
import type { OrganizationEntry } from '../document.ts';
import type { Place } from '../reading/index.ts';
import type { PolicyEntry } from '../reading/policies.ts';
import type { HeldRequest } from './held.ts';
import { looserPolicies, looserRecords } from './looser.ts';
import type { OrganizationPlan, Stored } from './organization.ts';

/** @param after the organization with everything of the file that does not wait @param planFor plans on top of it */
export function heldParts(
  { policies, ...request }: HeldRequest,
  name: string,
  after: Stored,
  planFor: (entry: OrganizationEntry) => OrganizationPlan,
  { isForced, nowMs }: { isForced: boolean; nowMs: number },
): FilePart[] {
  const parts: FilePart[] = [];
  if (Object.keys(request).length > 0) {
    const looser = looserRecords(after, planFor(heldEntry(name, request)));
    parts.push({ kind: 'applyProvisioning', request, looser, isForced });
  }
  if (policies === undefined) return parts;
  const looser = looserPolicies(after, planFor(heldEntry(name, { policies })), nowMs);
  // The applied part of the file may have made them no looser than what is there.
  const nothing = { policies: null, settings: [], records: [] };
  const specs = (policies as PolicyEntry[]).map(({ spec }) => spec);
  parts.push({ kind: 'applyPolicies', request: { policies: specs }, looser: looser ?? nothing, isForced });
  return parts;
}

/** The part that waited, as an entry of a file. It has no places: it stands in no file any more. */
export function heldEntry(name: string, { settings = {}, ...lists }: HeldRequest): OrganizationEntry {
  const given = Object.entries(lists).map(([list, records]) => {
    return [list, (records as object[]).map((record) => ({ ...record, place: NO_PLACE }))];
  });
  return {
    ...EMPTY,
    ...(settings as object),
    ...Object.fromEntries(given),
    name,
    place: NO_PLACE,
  } as unknown as OrganizationEntry;
}

const NO_POSITION = { line: 0, column: 0 };
const NO_PLACE: Place = {
  position: NO_POSITION,
  fields: {},
  node: { kind: 'map', position: NO_POSITION, entries: new Map() } as unknown as Place['node'],
};

const EMPTY = {
  users: [],
  resources: [],
  agents: [],
  apiKeys: [],
  integrations: [],
  httpRoutes: [],
  mcpRoutes: [],
  webhooks: [],
  policies: [],
  guardrails: [],
  budgets: [],
  toolRules: [],
};
