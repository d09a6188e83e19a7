// SPDX-License-Identifier: Apache-2.0
/** A page of the app with its words in both languages. */

/** @type {import('./recipe.d.mts').Recipe} */
export const PAGE = {
  files: ({ kebab, camel, pascal, words }) => ({
    [`web/src/pages/${kebab}/index.tsx`]: `// SPDX-License-Identifier: Apache-2.0
/** The page of ${words}. */
import { useWords } from '../../language/word-set.ts';
import { Page, ScrollRegion } from '../../page/page.tsx';
import { ${camel}Words } from './words.ts';

export function ${pascal}Page() {
  const words = useWords(${camel}Words);
  return (
    <Page title={words.title}>
      <ScrollRegion label={words.title}>
        <p className="p-6 text-ink-2">{words.empty}</p>
      </ScrollRegion>
    </Page>
  );
}
`,
    [`web/src/pages/${kebab}/words-en.ts`]: `// SPDX-License-Identifier: Apache-2.0
export const words = {
  title: '${words.charAt(0).toUpperCase()}${words.slice(1)}',
  empty: 'There is nothing here yet.',
};
`,
    [`web/src/pages/${kebab}/words-pt-br.ts`]: `// SPDX-License-Identifier: Apache-2.0
import type { words as english } from './words-en.ts';

export const words: typeof english = {
  title: '${words.charAt(0).toUpperCase()}${words.slice(1)}',
  empty: 'Ainda não há nada aqui.',
};
`,
    [`web/src/pages/${kebab}/words.ts`]: `// SPDX-License-Identifier: Apache-2.0

import { wordSet } from '../../language/word-set.ts';

export const ${camel}Words = wordSet({ en: () => import('./words-en.ts'), 'pt-BR': () => import('./words-pt-br.ts') });
`,
    [`web/src/pages/${kebab}/${kebab}.browser.test.ts`]: `// SPDX-License-Identifier: Apache-2.0
/** The page of ${words} shows what the service answers. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp, seen } from '../../stand-in/index.ts';
import { words } from './words-en.ts';

it('says that there is nothing', async () => {
  await openApp('/${kebab}');
  await seen(page.getByRole('heading', { name: words.title }));
  await seen(page.getByText(words.empty));
  expect.fail('say here what the page shows');
});
`,
  }),
  edits: () => [],
  steps: ({ kebab, pascal }) => [
    `Add the address /${kebab} with ${pascal}Page to web/src/routes.tsx, and a place of the sidebar to page/nav-items.ts.`,
    `Write the title of web/src/pages/${kebab}/words-pt-br.ts in Portuguese.`,
    'Take a pattern in index.tsx: ListPage, SideBySide, FormDialog or Answered.',
    `Say in ${kebab}.browser.test.ts what the page shows.`,
    'Add a visit to test/e2e/every-page/visits.ts, and a line to CHANGELOG.md.',
  ],
};
