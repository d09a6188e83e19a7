// SPDX-License-Identifier: Apache-2.0
/** The app in a page: its addresses, its answers, and what every page stands in. */
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { LanguageProvider, loadLanguage } from './language/index.tsx';
import { firstLanguage } from './language/languages.ts';
import { createAppRouter } from './routes.tsx';
import { createSessionQueries } from './session/session-queries.ts';
import { rememberSignedIn } from './session/signed-in.ts';
import { ThemeProvider } from './theme/index.tsx';
import { Announcer } from './ui/announcer.tsx';

/** @returns the router, whose context has the answers that the pages share */
export async function startApp(root: Root) {
  const queries = createSessionQueries(leadToSignIn);
  const router = createAppRouter(queries);

  /** The page comes back after the sign-in; data read before is not shown to the next person. */
  function leadToSignIn(): void {
    const { pathname, publicHref } = router.state.location;
    rememberSignedIn(false);
    if (ENTRY_PAGES.has(pathname)) return;
    void router
      .navigate({ to: '/sign-in', search: { because: 'ended', returnTo: publicHref }, replace: true })
      .then(() => queries.clear());
  }

  const language = firstLanguage();
  await loadLanguage(language);
  root.render(
    <StrictMode>
      <ThemeProvider>
        <LanguageProvider first={language}>
          <QueryClientProvider client={queries}>
            <Announcer>
              <RouterProvider router={router} />
            </Announcer>
          </QueryClientProvider>
        </LanguageProvider>
      </ThemeProvider>
    </StrictMode>,
  );
  return router;
}

/** Pages that need no session. */
const ENTRY_PAGES = new Set(['/sign-in', '/sign-up', '/verify', '/forgot', '/reset']);
