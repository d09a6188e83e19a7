// SPDX-License-Identifier: Apache-2.0
/** Rows of each organization by themselves: a statement is of one organization. */

/** In the order of the ids: all lock rows of several organizations in that order. */
export function byOrganization<Row>(
  rows: Iterable<Row>,
  organizationOf: (row: Row) => string,
): (readonly [organizationId: string, rows: readonly Row[]])[] {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const organizationId = organizationOf(row);
    const own = found.get(organizationId);
    if (own === undefined) found.set(organizationId, [row]);
    else own.push(row);
  }
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1));
}
