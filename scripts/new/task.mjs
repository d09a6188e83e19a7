// SPDX-License-Identifier: Apache-2.0
/** A periodic task: the work on some organizations, a transaction for each. */

/** @type {import('./recipe.d.mts').Recipe} */
export const TASK = {
  hasRoom: true,
  files: ({ kebab, camel, constant, words }, room) => ({
    [`server/src/${room}/${kebab}.ts`]: `// SPDX-License-Identifier: Apache-2.0
/** The periodic work of ${words}. It may run twice, and be interrupted anywhere. */
import type pg from 'pg';
import { inTransaction } from '../../storage/db/index.ts';

/** While a batch is written, other changes of the organization wait. */
const ROWS_PER_BATCH_MAX = 200;

/** @returns the number of rows that were due */
export async function ${camel}(pool: pg.Pool, organizationIds: readonly string[]): Promise<number> {
  let done = 0;
  for (const organizationId of organizationIds) {
    done += await inTransaction(pool, [organizationId], async (transaction) => {
      const values = [organizationId, transaction.clock.now(), ROWS_PER_BATCH_MAX];
      return (await transaction.query(SELECT_DUE, values)).length;
    });
  }
  return done;
}

const SELECT_DUE = \`
  SELECT organization_id FROM svc.organizations WHERE organization_id = $1 AND created_at <= $2 LIMIT $3\`;
`,
    [`server/src/${room}/${kebab}.test.ts`]: `// SPDX-License-Identifier: Apache-2.0
/** The periodic work of ${words} does what is due, once. */
import { expect, it } from 'vitest';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { createPool } from '../../storage/connections/index.ts';
import { ${camel} } from './${kebab}.ts';

it('does nothing for no organization', async () => {
  const { connectionString } = await openEmptyDatabase();
  const pool = createPool({ connectionString }, 1);
  try {
    expect(await ${camel}(pool, [])).toBe(0);
    expect.fail('say here what ${constant} does with what is due, and that a second run does nothing');
  } finally {
    await pool.end();
  }
});
`,
  }),
  edits: () => [],
  steps: ({ kebab, camel }, room) => [
    `Write the work in server/src/${room}/${kebab}.ts, and export ${camel} from the door of its room.`,
    `Add it to server/src/process/tasks.ts, with a name that never changes and a period with its unit.`,
    'Say what it does in MEANINGS of test/generated/periodic-tasks-table.ts, and run npm run generate.',
    `Say in ${kebab}.test.ts what is due, and that a second run does nothing.`,
  ],
};
