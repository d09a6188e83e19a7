// SPDX-License-Identifier: Apache-2.0
/** Figures of the last 30 days beside a record, from the counts that the room `figures` keeps. */
import { ACTIVITY_DAYS, type Activity } from '@svc/contract';
import { riskLevelOf } from '@svc/core/risk';
import type { SortValue } from './list-records.ts';

export type FigureKind = 'AGENT' | 'RESOURCE';

/** The first of the days that count. Days are of UTC; `$3` is the moment. */
const FROM = `($3::timestamptz AT TIME ZONE 'UTC')::date - ${ACTIVITY_DAYS - 1}`;

const DAY_MS = 86_400_000;

export interface ActivityRow {
  /** One for each day with decisions. */
  days: { day: string; asked: number; reviewed: number; blocked: number; risk: number }[] | null;
  last_at: Date | null;
  today: string;
}

/**
 * The columns of `activityOf`. `$1` is the organization, `$2` tells whether the figures are of TEST keys, and `$3` is
 * the moment.
 */
export const ACTIVITY_COLUMNS = `
  figures.days, last.at AS last_at, ($3::timestamptz AT TIME ZONE 'UTC')::date::text AS today`;

/** @param alias of the table with the records */
export function activityJoins(kind: FigureKind, alias: string): string {
  return `
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object('day', day, 'asked', asked, 'reviewed', reviewed, 'blocked', blocked,
        'risk', risk_max)) AS days
      FROM svc.figure_days f
      WHERE f.organization_id = $1 AND f.sandbox = $2 AND f.kind = '${kind}' AND f.record_id = ${alias}.id
        AND f.day >= ${FROM}
      OFFSET 0
    ) AS figures ON true
    LEFT JOIN LATERAL (
      SELECT l.at FROM svc.figure_lasts l
      WHERE l.organization_id = $1 AND l.kind = '${kind}' AND l.record_id = ${alias}.id AND l.sandbox = $2
      OFFSET 0
    ) AS last ON true`;
}

export function activityOf({ days, last_at: lastAt, today }: ActivityRow): Activity {
  const rows = days ?? [];
  const sum = (field: 'asked' | 'reviewed' | 'blocked') => rows.reduce((total, row) => total + row[field], 0);
  const riskMax = rows.length === 0 ? null : Math.max(...rows.map(({ risk }) => risk));
  return {
    asked: sum('asked'),
    reviewed: sum('reviewed'),
    blocked: sum('blocked'),
    stoppedByDay: stoppedByDay(rows, Date.parse(today)),
    riskMax,
    riskLevelMax: riskMax === null ? null : riskLevelOf(riskMax),
    lastAt: lastAt?.toISOString() ?? null,
  };
}

function stoppedByDay(rows: NonNullable<ActivityRow['days']>, todayMs: number): number[] {
  const series = new Array<number>(ACTIVITY_DAYS).fill(0);
  for (const { day, reviewed, blocked } of rows) {
    const index = ACTIVITY_DAYS - 1 - (todayMs - Date.parse(day)) / DAY_MS;
    if (index in series) series[index] = reviewed + blocked;
  }
  return series;
}

/** The orders of a list by figures. */
export function figureSorts(kind: FigureKind): Record<'asked' | 'stopped' | 'risk' | 'lastAt', SortValue> {
  const days = (value: string) => `
    SELECT record_id AS id, ${value} AS value FROM svc.figure_days
    WHERE organization_id = $1 AND sandbox = $2 AND kind = '${kind}' AND day >= ${FROM}`;
  return {
    asked: { type: 'number', rows: days('asked'), of: 'sum' },
    stopped: { type: 'number', rows: days('reviewed + blocked'), of: 'sum' },
    risk: { type: 'number', rows: days('risk_max'), of: 'max' },
    lastAt: lastSort(kind, 'sandbox = $2'),
  };
}

/** @param which which of the last decisions count, as a condition */
export function lastSort(kind: FigureKind | 'KEY' | 'ROUTE', which = 'true'): SortValue {
  return {
    type: 'number',
    rows: `
      SELECT record_id AS id, extract(epoch FROM at) AS value FROM svc.figure_lasts
      WHERE organization_id = $1 AND kind = '${kind}' AND ${which}`,
    of: 'max',
  };
}

/** The uses of resources by agents in the last 30 days, for one agent or one resource. */
export function usesOf(side: 'agent' | 'resource'): string {
  const other = side === 'agent' ? 'resource' : 'agent';
  return `
    SELECT ${other}_id, action, sum(asked)::bigint AS asked, sum(stopped)::bigint AS stopped, max(day)::text AS last_day
    FROM svc.figure_uses
    WHERE organization_id = $1 AND sandbox = $2 AND ${side}_id = $4 AND day >= ${FROM}
    GROUP BY ${other}_id, action ORDER BY asked DESC, ${other}_id, action LIMIT 1000`;
}
