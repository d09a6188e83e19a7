// SPDX-License-Identifier: Apache-2.0
/** A noun of the app with its first route, which every member may read. */

/** @type {import('./recipe.d.mts').Recipe} */
export const ROUTE = {
  files: ({ kebab, pascal, constant, words }) => ({
    [`contract/src/app/${kebab}.ts`]: `// SPDX-License-Identifier: Apache-2.0
/** The routes of ${words}. */
import { Type } from 'typebox';
import { type AppOperation, EVERY_MEMBER } from './operation.ts';

export const ${pascal}Schema = Type.Object({
  organizationId: Type.String({ description: 'The organization of the person.' }),
});

export const ${constant}_OPERATIONS = {
  read${pascal}: {
    method: 'GET',
    path: '/${kebab}',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 200, body: ${pascal}Schema },
  },
} as const satisfies Record<string, AppOperation>;
`,
    [`server/src/doors/routes/app/${kebab}/index.ts`]: `// SPDX-License-Identifier: Apache-2.0
/** The routes of ${words}. */
import type { AppHandlers } from '../register.ts';

export const ${constant}_ROUTES = {
  /** GET /${kebab}: the ${words} of an organization. */
  read${pascal}: async (_deps, _request, { organization }) => {
    return { organizationId: organization.id };
  },
} satisfies Partial<AppHandlers>;
`,
    [`server/src/doors/routes/app/${kebab}/read.test.ts`]: `// SPDX-License-Identifier: Apache-2.0
/** GET /${kebab}: the ${words} of an organization. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople() });
});
afterAll(() => service.stop());

describe('200', () => {
  it('has the ${words} of the organization', async () => {
    const owner = await signIn(service.baseUrl, PEOPLE.owner);
    const { status, body } = await owner.call<{ organizationId: string }>('/${kebab}');
    expect(status).toBe(200);
    expect(body.organizationId).toMatch(/^[0-9a-f-]{36}$/);
    expect.fail('say here what GET /${kebab} answers');
  });
});
`,
  }),
  edits: ({ kebab, constant }) => [
    {
      file: 'contract/src/app/operations.ts',
      before: "import { WEBHOOK_OPERATIONS } from './webhook-operations.ts';\n",
      added: `import { ${constant}_OPERATIONS } from './${kebab}.ts';\n`,
    },
    {
      file: 'contract/src/app/operations.ts',
      before: '  ...ACCOUNT_OPERATIONS,\n',
      added: `  ...${constant}_OPERATIONS,\n`,
    },
    {
      file: 'server/src/doors/routes/app/index.ts',
      before: "import { WEBHOOKS_ROUTES } from './webhooks/index.ts';\n",
      added: `import { ${constant}_ROUTES } from './${kebab}/index.ts';\n`,
    },
    {
      file: 'server/src/doors/routes/app/index.ts',
      before: '  ...WEBHOOKS_ROUTES,\n',
      added: `  ...${constant}_ROUTES,\n`,
    },
  ],
  steps: ({ kebab, pascal, constant }) => [
    `Say who may call it and what it answers, in ${constant}_OPERATIONS of contract/src/app/${kebab}.ts.`,
    `Call one capability in read${pascal} of server/src/doors/routes/app/${kebab}/index.ts.`,
    `Say its answers in ${kebab}/read.test.ts, with a describe for each status.`,
    'Give server/src/doors/routes/app/authorization.test.ts a good call of it.',
    'Run npm run generate, and tell the reader of CHANGELOG.md.',
  ],
};
