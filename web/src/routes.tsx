/** The addresses of the app, typed: a link to a page that is not here does not compile. */
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { failureOf } from './api/failure.ts';
import { meQuery } from './api/queries.ts';
import { Frame } from './frame/index.tsx';
import { AnomaliesPage, anomaliesSearchOf } from './pages/anomalies/index.tsx';
import { AuditPage, auditSearchOf } from './pages/audit/index.tsx';
import { EventPage } from './pages/event/index.tsx';
import { EventsPage, eventsSearchOf } from './pages/events.tsx';
import { GatewayCallsPage, gatewayCallsSearchOf } from './pages/gateway-calls/index.tsx';
import { NotFoundPage } from './pages/not-found.tsx';
import { ReviewsPage, reviewsSearchOf } from './pages/reviews.tsx';
import { SignInPage, signInSearchOf } from './pages/sign-in.tsx';
import { WebhooksPage } from './pages/webhooks/index.tsx';
import { FailureNotice } from './ui/notice.tsx';

const BASE_PATH = '/app';

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFoundPage,
});

const signInRoute = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: signInSearchOf,
  component: SignInPage,
});

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  async beforeLoad({ context, location }) {
    try {
      await context.queries.ensureQueryData(meQuery);
    } catch (error) {
      if (failureOf(error).kind !== 'signed-out') throw error;
      throw redirect({ to: '/sign-in', search: { returnTo: location.publicHref } });
    }
  },
  component: Frame,
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
  component: ReviewsPage,
});

const eventsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/events',
  validateSearch: eventsSearchOf,
  component: EventsPage,
});

const gatewayCallsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/gateway-calls',
  validateSearch: gatewayCallsSearchOf,
  component: GatewayCallsPage,
});

const anomaliesRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/anomalies',
  validateSearch: anomaliesSearchOf,
  component: AnomaliesPage,
});

const auditRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/audit',
  validateSearch: auditSearchOf,
  component: AuditPage,
});

const webhooksRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks',
  component: WebhooksPage,
});

const eventRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/events/$eventId',
  component: EventPage,
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
      ]),
    ]),
    basepath: BASE_PATH,
    context: { queries },
    // What a page's own check of its search did not give back is not in the search: nobody reads it unchecked.
    search: { strict: true },
    scrollRestoration: true,
    defaultPreload: false,
    // Plain texts in the address: nobody has to read JSON there.
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
