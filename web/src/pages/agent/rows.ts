// SPDX-License-Identifier: Apache-2.0
/** An agent's permissions beside its uses of 30 days, as rows of a table. */
import type { AgentDetail, Classification, EventAction } from '@svc/contract';
import {
  ACTIONS,
  isPermitted,
  kindOfSubject,
  type Permission,
  type PermissionTable,
  permissionsOf,
  tableOf,
} from '../../registry/permissions.ts';

interface Cell {
  asked: number;
  stopped: number;
  isPermitted: boolean;
  /** The row itself permits it, not a wider one. */
  isOwn: boolean;
}

export interface Row {
  /** `ANY`, a classification, or the name of a resource; the id of one that is gone. */
  subject: string;
  classification: Classification | null;
  isGone: boolean;
  cells: Readonly<Record<EventAction, Cell>>;
}

type Used = Pick<AgentDetail, 'permissions' | 'uses'>;

/** Permitted subjects come first, from the widest on; then those that were only asked for. */
export function rowsOf({ permissions, uses }: Used): Row[] {
  const table = tableOf(permissions ?? []);
  const asked = new Map<string, { row: Pick<Row, 'classification' | 'isGone'>; uses: Used['uses'] }>();
  for (const use of uses) {
    const subject = use.resource?.name ?? use.resourceId;
    const row = { classification: use.resource?.classification ?? null, isGone: use.resource === null };
    const found = asked.get(subject) ?? { row, uses: [] };
    asked.set(subject, { row, uses: [...found.uses, use] });
  }
  const subjects = [...new Set([...table.keys(), ...asked.keys()])];
  return subjects.map((subject) => {
    const { classification = null, isGone = false } = asked.get(subject)?.row ?? {};
    const isWide = kindOfSubject(subject) !== 'resource';
    const permits = (action: EventAction) => isRowPermitted(table, permissions, { subject, classification }, action);
    const owns = (action: EventAction) => table.get(subject)?.has(action) === true;
    // A refusal stands in the row of its resource alone.
    const counted = usesOf(subject, uses).filter(({ action }) => !isWide || permits(action));
    return { subject, classification, isGone, cells: cellsOf(counted, permits, owns) };
  });
}

function isRowPermitted(
  table: PermissionTable,
  permissions: Used['permissions'],
  { subject, classification }: Pick<Row, 'subject' | 'classification'>,
  action: EventAction,
): boolean {
  if (permissions === null || table.get(subject)?.has(action) === true) return true;
  return classification !== null && isPermitted(table, { name: subject, classification }, action);
}

/** The uses that a subject covers: all, those of a class, or those of one resource. */
function usesOf(subject: string, uses: Used['uses']): Used['uses'] {
  const kind = kindOfSubject(subject);
  if (kind === 'any') return uses;
  return uses.filter(({ resource, resourceId }) =>
    kind === 'class' ? resource?.classification === subject : (resource?.name ?? resourceId) === subject,
  );
}

type Judge = (action: EventAction) => boolean;

function cellsOf(uses: Used['uses'], permits: Judge, owns: Judge): Row['cells'] {
  const cells = ACTIONS.map((action): [EventAction, Cell] => {
    const own = uses.filter((use) => use.action === action);
    const sum = (field: 'asked' | 'stopped') => own.reduce((total, use) => total + use[field], 0);
    return [
      action,
      { asked: sum('asked'), stopped: sum('stopped'), isPermitted: permits(action), isOwn: owns(action) },
    ];
  });
  return Object.fromEntries(cells) as Record<EventAction, Cell>;
}

/** Ticks of the list that no request of 30 days needed. */
export function unusedOf(agent: Used): { unused: number; all: number } {
  const cells = [...tableOf(agent.permissions ?? [])].flatMap(([subject, actions]) =>
    [...actions].map((action) => isUsed(agent, subject, action)),
  );
  return { unused: cells.filter((used) => !used).length, all: cells.length };
}

function isUsed({ uses }: Used, subject: string, action: EventAction): boolean {
  return usesOf(subject, uses).some((use) => use.action === action && use.asked > 0);
}

/** The list without what was never used. */
export function usedPermissionsOf(agent: Used): Permission[] {
  const rows = [...tableOf(agent.permissions ?? [])].map(
    ([subject, actions]) =>
      [subject, new Set([...actions].filter((action) => isUsed(agent, subject, action)))] as const,
  );
  return permissionsOf(new Map(rows.filter(([, actions]) => actions.size > 0)));
}
