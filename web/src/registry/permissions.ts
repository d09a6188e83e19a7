// SPDX-License-Identifier: Apache-2.0
/**
 * An agent's permissions as a table of actions by resources. `EXPORT` covers exports and e-mails; `ANY` covers every
 * action, and as a resource every resource. Reading and writing the table keeps what was permitted.
 */
import type { ActionFamily, Classification, EventAction } from '@svc/contract';

export interface Permission {
  action: ActionFamily | EventAction;
  resource: string;
}

export const ACTIONS = [
  'READ_DATA',
  'WRITE_DATA',
  'DELETE_DATA',
  'EXPORT_DATA',
  'SEND_EMAIL',
] as const satisfies readonly EventAction[];

const CLASSES: readonly string[] = [
  'PUBLIC',
  'INTERNAL',
  'SENSITIVE',
  'CUSTOMER_PII',
  'FINANCIAL',
  'EMPLOYEE',
] satisfies Classification[];

const COVERED: Readonly<Record<ActionFamily | EventAction, readonly EventAction[]>> = {
  ANY: ACTIONS,
  READ: ['READ_DATA'],
  WRITE: ['WRITE_DATA'],
  DELETE: ['DELETE_DATA'],
  EXPORT: ['EXPORT_DATA', 'SEND_EMAIL'],
  READ_DATA: ['READ_DATA'],
  WRITE_DATA: ['WRITE_DATA'],
  DELETE_DATA: ['DELETE_DATA'],
  EXPORT_DATA: ['EXPORT_DATA'],
  SEND_EMAIL: ['SEND_EMAIL'],
};

/** The subject of a row: every resource, the resources of a class, or one resource. */
export type SubjectKind = 'any' | 'class' | 'resource';

export function kindOfSubject(resource: string): SubjectKind {
  if (resource === 'ANY') return 'any';
  return CLASSES.includes(resource) ? 'class' : 'resource';
}

export type PermissionTable = ReadonlyMap<string, ReadonlySet<EventAction>>;

/** Wide rows come first: every resource, then classes, then names. */
export function tableOf(permissions: readonly Permission[]): PermissionTable {
  const table = new Map<string, Set<EventAction>>();
  for (const { action, resource } of permissions) {
    const row = table.get(resource) ?? new Set();
    for (const one of COVERED[action]) row.add(one);
    table.set(resource, row);
  }
  const order: readonly SubjectKind[] = ['any', 'class', 'resource'];
  const placeOf = (resource: string) => order.indexOf(kindOfSubject(resource));
  return new Map(
    [...table].sort(([one], [other]) => placeOf(one) - placeOf(other) || (one < other ? -1 : one > other ? 1 : 0)),
  );
}

/** The shortest list that says the same: `ANY` for a whole row, `EXPORT` for exports and e-mails together. */
export function permissionsOf(table: PermissionTable): Permission[] {
  return [...table].flatMap(([resource, actions]) => wordsOf(actions).map((action) => ({ action, resource })));
}

function wordsOf(actions: ReadonlySet<EventAction>): Permission['action'][] {
  if (ACTIONS.every((action) => actions.has(action))) return ['ANY'];
  const singles = ACTIONS.filter((action) => actions.has(action));
  const isExport = actions.has('EXPORT_DATA') && actions.has('SEND_EMAIL');
  const families = { READ_DATA: 'READ', WRITE_DATA: 'WRITE', DELETE_DATA: 'DELETE' } as const;
  const words = singles.flatMap((action): Permission['action'][] => {
    if (action === 'EXPORT_DATA') return [isExport ? 'EXPORT' : action];
    if (action === 'SEND_EMAIL') return isExport ? [] : [action];
    return [families[action]];
  });
  return words;
}

/** The same table with one cell turned over. */
export function toggled(table: PermissionTable, resource: string, action: EventAction): PermissionTable {
  const row = new Set(table.get(resource));
  if (!row.delete(action)) row.add(action);
  return new Map(table).set(resource, row);
}

export function withRow(table: PermissionTable, resource: string): PermissionTable {
  return table.has(resource) ? table : new Map(table).set(resource, new Set());
}

export function withoutRow(table: PermissionTable, resource: string): PermissionTable {
  const rest = new Map(table);
  rest.delete(resource);
  return rest;
}

/** Whether a call of this action on this resource is on the list. */
export function isPermitted(
  table: PermissionTable,
  resource: { name: string; classification: Classification },
  action: EventAction,
): boolean {
  return ['ANY', resource.classification, resource.name].some((subject) => table.get(subject)?.has(action) === true);
}

/** The cells that were not permitted before, by row; null: the list itself is gone, and nothing is refused by it. */
export function widened(
  before: readonly Permission[] | null,
  after: readonly Permission[] | null,
): ReadonlyMap<string, readonly EventAction[]> | null {
  if (before === null) return new Map();
  if (after === null) return null;
  const old = tableOf(before);
  const had = (resource: string, action: EventAction) =>
    old.get('ANY')?.has(action) === true || old.get(resource)?.has(action) === true;
  return new Map(
    [...tableOf(after)]
      .map(([resource, actions]) => [resource, [...actions].filter((action) => !had(resource, action))] as const)
      .filter(([, actions]) => actions.length > 0),
  );
}
