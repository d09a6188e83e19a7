// SPDX-License-Identifier: Apache-2.0
/** Writes a JSON object piece by piece: some fields, then lists whose items are read page by page. */

export type Pages = AsyncIterable<readonly object[]>;

/** @param fields at least one */
export async function* jsonPieces(fields: object, lists: Readonly<Record<string, Pages>>): AsyncGenerator<string> {
  // All but the closing brace.
  yield JSON.stringify(fields, null, 2).slice(0, -2);
  for (const [name, pages] of Object.entries(lists)) {
    yield `,\n  ${JSON.stringify(name)}: [`;
    let isFirst = true;
    for await (const page of pages) {
      if (page.length === 0) continue;
      const items = page.map((item) => `\n    ${JSON.stringify(item)}`).join(',');
      yield isFirst ? items : `,${items}`;
      isFirst = false;
    }
    yield isFirst ? ']' : '\n  ]';
  }
  yield '\n}\n';
}

/**
 * The pages of a list, each read when the one before was written.
 * @param read the next page after a mark; a short one is the last
 */
export async function* pagesBy<Row extends object, Mark>(
  first: Mark,
  rowsPerPage: number,
  read: (after: Mark) => Promise<readonly Row[]>,
  markOf: (row: Row) => Mark,
): AsyncGenerator<readonly Row[]> {
  let after = first;
  for (;;) {
    const rows = await read(after);
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsPerPage) return;
    after = markOf(last);
  }
}
