// SPDX-License-Identifier: Apache-2.0
/**
 * The statement by which a process claims what is due. Everything in its text is a constant of the room that owns the
 * table; values travel as parameters only.
 */

/** A table of work with a due time (`due_at`) and a count of attempts on each row. */
export interface Outbox {
  readonly table: `svc.${string}_outbox`;
  /** The column that names a row. */
  readonly key: string;
  /** The column that counts attempts. */
  readonly attempts: string;
  /** Columns of a claimed row, read after the claim. */
  readonly returns: readonly string[];
  /** Columns as they were before the claim, each with the name under which it is returned. */
  readonly before?: Readonly<Record<string, string>>;
  /** Further assignments of a claim to the row `o`. */
  readonly sets?: readonly string[];
}

/** The moment of a claim. It is one value for the statement, so that an index on `due_at` bounds the search. */
export const CLAIMED_AT = '$2::timestamptz';

/** The due time after so many milliseconds. @param ms a parameter or a column @param now the parameter of the moment */
export function dueIn(ms: string, now: string): string {
  return `${now}::timestamptz + ${ms} * interval '1 millisecond'`;
}

/**
 * Claims the rows that have been due for longest, in a table that lies on one server as a whole. Parameters: `$1` the
 * lapse in milliseconds, `$2` the moment, `$3` the largest number of rows, and from `$4` on those of the condition. The
 * moment is the process's own. Where two clocks differ by more than the margin of a lapse, a claim may be taken over
 * while its attempt still runs.
 * @param condition on a due row `w`
 */
export function claimSql(outbox: Outbox, condition?: string): string {
  return claim(outbox, oldestDue(outbox, { condition, limit: '$3' }));
}

/**
 * The same as `claimSql` for the rows of one organization. `$3` is the organization, `$4` the largest number of rows,
 * and from `$5` on are the parameters of the condition.
 * @param condition on a due row `w`
 */
export function claimOfSql(outbox: Outbox, condition = 'true'): string {
  const due = oldestDue(outbox, { condition: `w.${OF_ORGANIZATION} AND ${condition}`, limit: '$4' });
  return claim(outbox, due, ofOrganization(outbox));
}

/**
 * Claims for each lane of one organization the rows that have been due for longest, through an index on lane and due
 * time. Other lanes cost nothing, however many rows wait in them. `$3` is the organization, `$4` are the lanes (uuid),
 * and `$5` the largest number of rows of each.
 * @param laneColumn column whose value is the lane
 */
export function claimByLaneSql(outbox: Outbox, laneColumn: string): string {
  const ofLane = `w.${OF_ORGANIZATION} AND w.${named(laneColumn)} = lane.id`;
  const due = oldestDue(outbox, { condition: ofLane, limit: 'lane.places' });
  return claim(
    outbox,
    `
    SELECT one.* FROM unnest($4::uuid[], $5::integer[]) AS lane (id, places) CROSS JOIN LATERAL (${due}) AS one`,
    ofOrganization(outbox),
  );
}

const OF_ORGANIZATION = 'organization_id = $3';

/** The keys stand in the condition of the index: a join alone may read all rows of the organization. */
const ofOrganization = ({ key }: Outbox): string =>
  ` AND o.${OF_ORGANIZATION} AND o.${key} = ANY (ARRAY(SELECT due.${key} FROM due))`;

/**
 * The organizations with due rows and how many these are, up to a bound: those that have waited for longest first. It
 * reads the due rows without a lock, as a database can that spreads them over servers. `$1` is the moment, and from
 * `$2` on are the parameters of the condition.
 * @param condition on a due row `w`
 */
export function dueOrganizationsSql({ table }: Outbox, condition = 'true'): string {
  return `
  SELECT w.organization_id AS "organizationId", least(count(*), ${DUE_ROWS_COUNTED_MAX})::integer AS count
  FROM ${named(table)} w WHERE w.due_at <= $1::timestamptz AND w.organization_id IS NOT NULL AND ${condition}
  GROUP BY w.organization_id ORDER BY min(w.due_at) LIMIT ${LANES_PER_LOOK_MAX}`;
}

/** Lanes of one look, and rows of a lane that a look counts. */
const LANES_PER_LOOK_MAX = 1_000;
const DUE_ROWS_COUNTED_MAX = 32;

/** Rows that another process is claiming are skipped; its claimed rows are due later. */
function oldestDue(
  { table, key, before = {} }: Outbox,
  { condition = 'true', limit }: { condition?: string | undefined; limit: string },
): string {
  return `
    SELECT ${[key, ...Object.keys(before)].map((column) => `w.${named(column)}`).join(', ')}
    FROM ${named(table)} w WHERE ${condition} AND w.due_at <= ${CLAIMED_AT}
    ORDER BY w.due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`;
}

/** The search is materialized: a plan that ran it twice would lock more rows than the limit. */
function claim({ table, key, attempts, returns, before = {}, sets = [] }: Outbox, due: string, more = ''): string {
  const counted = `${named(attempts)} = o.${attempts} + 1`;
  const returned = [
    ...returns.map((column) => `o.${named(column)}`),
    ...Object.entries(before).map(([column, name]) => `due.${column} AS ${named(name)}`),
  ];
  return `
  WITH due AS MATERIALIZED (${due}
  )
  UPDATE ${table} o SET ${[counted, `due_at = ${dueIn('$1', '$2')}`, ...sets].join(', ')}
  FROM due WHERE o.${key} = due.${key}${more}
  RETURNING ${returned.join(', ')}`;
}

/** @throws Error for a name that is not plain: a value never becomes part of a statement */
function named(name: string): string {
  if (!/^[a-z_]+(\.[a-z_]+)?$/.test(name)) throw new Error(`${JSON.stringify(name)} is not a plain name`);
  return name;
}
