// SPDX-License-Identifier: Apache-2.0
/** A notice by mail to the owners of an organization, in both languages. */

/** @type {import('./recipe.d.mts').Recipe} */
export const NOTICE = {
  files: ({ kebab, pascal, constant, words }) => ({
    [`server/src/outgoing/mail/${kebab}.ts`]: `// SPDX-License-Identifier: Apache-2.0
/** Tells owners of ${words}. */
import type { Transaction } from '../../storage/db/index.ts';
import type { About, Notice } from './notice.ts';
import { selectOwners } from './recipients.ts';

type ${pascal}Facts = { organization: string };

/** The subject is the cause. No mail is sent about an organization that is gone. */
export const ${constant}: Notice<${pascal}Facts> = {
  async read(transaction, about) {
    const facts = await selectFacts(transaction, about);
    return facts === null ? null : { facts, recipients: await selectOwners(transaction, about.organizationId) };
  },
  texts: {
    en: ({ organization }, baseUrl) => ({
      subject: \`News of ${words} in \${organization}\`,
      paragraphs: [\`There are news of ${words} in \${organization}.\`],
      action: { label: 'Open the app', url: \`\${baseUrl}/app\` },
    }),
    'pt-BR': ({ organization }, baseUrl) => ({
      subject: \`Novidades em \${organization}\`,
      paragraphs: [\`Há novidades em \${organization}.\`],
      action: { label: 'Abrir o aplicativo', url: \`\${baseUrl}/app\` },
    }),
  },
};

async function selectFacts(transaction: Transaction, about: About): Promise<${pascal}Facts | null> {
  const [row] = await transaction.query<${pascal}Facts>(SELECT_FACTS, [about.organizationId]);
  return row ?? null;
}

const SELECT_FACTS = 'SELECT name AS organization FROM svc.organizations WHERE organization_id = $1';
`,
    [`server/src/outgoing/mail/${kebab}.test.ts`]: `// SPDX-License-Identifier: Apache-2.0
/** The mail of ${words} says what has happened, in both languages. */
import { expect, it } from 'vitest';
import { composeText } from './compose.ts';
import { ${constant} } from './${kebab}.ts';

it.each(['en', 'pt-BR'] as const)('names the organization in %s', (language) => {
  const { subject } = composeText(${constant}.texts, { organization: 'Acme' }, 'https://svc.example', language);
  expect(subject).toContain('Acme');
  expect.fail('say here what the mail tells, and that each recipient is told once: see sending.test.ts');
});
`,
  }),
  edits: () => [],
  steps: ({ kebab, constant }) => [
    `Write facts and both languages in server/src/outgoing/mail/${kebab}.ts.`,
    `Add ofOrganization(${constant}) to NOTICES of notices.ts, under the name of the audit entry of its cause.`,
    'Call enqueueMail in the transaction of the cause.',
    `Say in ${kebab}.test.ts what the mail tells, and in sending.test.ts that each recipient is told once.`,
    'Run npm run generate, and tell the reader of docs/operating/mail.md.',
  ],
};
