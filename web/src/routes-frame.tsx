// SPDX-License-Identifier: Apache-2.0
/** The roots of the app's addresses: of every page, and of those that need a signed-in person. */
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  type ErrorComponentProps,
  lazyRouteComponent,
  Outlet,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import { failureOf } from './api/failure.ts';
import { sandboxSearchOf } from './page/sandbox.ts';
import { accountSearchOf } from './pages/account/search.ts';
import { loadFirst } from './routes-loads.ts';
import { isSignedIn, needsAnswer, needsFactor } from './session/signed-in.ts';
import { HelpLink } from './ui/help-link.tsx';
import { FailureNotice } from './ui/notice.tsx';

const shell = lazyRouteComponent(() => import('./shell/index.tsx'), 'Shell');

export const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Outlet,
  errorComponent: PageFailure,
});

export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  validateSearch: sandboxSearchOf,
  search: { middlewares: [retainSearchParams(['sandbox'])] },
  async beforeLoad({ context, location, matches }) {
    // At the same time as the answer: who is not signed in needs neither.
    void shell.preload?.();
    await askToSignIn(context.queries, location.publicHref);
    // Nothing else answers before the second factor that the organization asks for is there.
    const isAtSecurity = location.pathname === '/account' && accountSearchOf(location.search).part === 'security';
    if (needsFactor(context.queries) && !isAtSecurity) {
      throw redirect({ to: '/account', search: { part: 'security' }, replace: true });
    }
    if (needsAnswer(context.queries) && !isAtSecurity) throw redirect({ to: '/access', replace: true });
    loadFirst(context.queries, matches);
  },
  component: shell,
  errorComponent: PageFailure,
});

/** Who is not signed in does that first, and comes back. */
export async function askToSignIn(queries: QueryClient, returnTo: string): Promise<void> {
  if (!(await isSignedIn(queries))) throw redirect({ to: '/sign-in', search: { returnTo } });
}

function PageFailure({ error, reset }: ErrorComponentProps) {
  return (
    <main className="mx-auto max-w-2xl px-4 py-16">
      <FailureNotice failure={failureOf(error)} onRetry={reset} />
      <p className="mt-3 text-meta text-ink-3">
        <HelpLink />
      </p>
    </main>
  );
}
