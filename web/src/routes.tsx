/**
 * The addresses of the app, typed: a link to a page that is not here does not compile. Each page is loaded when it is
 * needed.
 */
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  Outlet,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import { failureOf } from './api/failure.ts';
import { anomaliesSearchOf } from './pages/anomalies/search.ts';
import { auditSearchOf } from './pages/audit/search.ts';
import { eventsSearchOf } from './pages/events/search.ts';
import { gatewayCallsSearchOf } from './pages/gateway-calls/search.ts';
import { reviewsSearchOf } from './pages/reviews/search.ts';
import { signInSearchOf } from './pages/sign-in/search.ts';
import { webhooksSearchOf } from './pages/webhooks/search.ts';
import { meQuery } from './session/me.ts';
import { sandboxSearchOf } from './shell/sandbox.ts';
import { FailureNotice } from './ui/notice.tsx';

const BASE_PATH = '/app';

const shell = lazyRouteComponent(() => import('./shell/index.tsx'), 'Shell');

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Outlet,
  notFoundComponent: lazyRouteComponent(() => import('./pages/not-found/index.tsx'), 'NotFoundPage'),
  errorComponent: PageFailure,
});

const signInRoute = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: signInSearchOf,
  component: lazyRouteComponent(() => import('./pages/sign-in/index.tsx'), 'SignInPage'),
});

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  validateSearch: sandboxSearchOf,
  search: { middlewares: [retainSearchParams(['sandbox'])] },
  async beforeLoad({ context, location }) {
    // At the same time as the answer: who is not signed in needs neither.
    void shell.preload?.();
    try {
      await context.queries.ensureQueryData(meQuery);
    } catch (error) {
      if (failureOf(error).kind !== 'signed-out') throw error;
      throw redirect({ to: '/sign-in', search: { returnTo: location.publicHref } });
    }
  },
  component: shell,
  errorComponent: PageFailure,
});

const homeRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad() {
    throw redirect({ to: '/reviews', replace: true });
  },
});

const reviewsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/reviews',
  validateSearch: reviewsSearchOf,
  component: lazyRouteComponent(() => import('./pages/reviews/index.tsx'), 'ReviewsPage'),
});

const eventsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/events',
  validateSearch: eventsSearchOf,
  component: lazyRouteComponent(() => import('./pages/events/index.tsx'), 'EventsPage'),
});

const eventRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/events/$eventId',
  component: lazyRouteComponent(() => import('./pages/event/index.tsx'), 'EventPage'),
});

const gatewayCallsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/gateway-calls',
  validateSearch: gatewayCallsSearchOf,
  component: lazyRouteComponent(() => import('./pages/gateway-calls/index.tsx'), 'GatewayCallsPage'),
});

const anomaliesRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/anomalies',
  validateSearch: anomaliesSearchOf,
  component: lazyRouteComponent(() => import('./pages/anomalies/index.tsx'), 'AnomaliesPage'),
});

const auditRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/audit',
  validateSearch: auditSearchOf,
  component: lazyRouteComponent(() => import('./pages/audit/index.tsx'), 'AuditPage'),
});

const webhooksRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks',
  validateSearch: webhooksSearchOf,
  component: lazyRouteComponent(() => import('./pages/webhooks/index.tsx'), 'WebhooksPage'),
});

/** Every part in its states, for the eye and for the checks of accessibility; nothing leads to it. */
const galleryRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/gallery',
  component: lazyRouteComponent(() => import('./pages/gallery/index.tsx'), 'GalleryPage'),
});

function PageFailure({ error, reset }: ErrorComponentProps) {
  return (
    <main className="mx-auto max-w-2xl px-4 py-16">
      <FailureNotice failure={failureOf(error)} onRetry={reset} />
    </main>
  );
}

export function createAppRouter(queries: QueryClient) {
  return createRouter({
    routeTree: root.addChildren([
      signInRoute,
      signedIn.addChildren([
        homeRoute,
        reviewsRoute,
        eventsRoute,
        eventRoute,
        gatewayCallsRoute,
        anomaliesRoute,
        auditRoute,
        webhooksRoute,
        galleryRoute,
      ]),
    ]),
    basepath: BASE_PATH,
    context: { queries },
    // Values that a page's own check removed are not in the search, so none is read unchecked.
    search: { strict: true },
    scrollRestoration: true,
    defaultPreload: false,
    // Plain texts in the address, so that people need not read JSON.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: searchText,
  });
}

function searchText(search: Record<string, unknown>): string {
  const set = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') set.set(name, value);
  }
  const text = set.toString();
  return text === '' ? '' : `?${text}`;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
