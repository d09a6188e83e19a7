// SPDX-License-Identifier: Apache-2.0
/**
 * The addresses of the app, typed: a link to a page that is not here does not compile. Each page is loaded when it is
 * needed.
 */
import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { firstStepsQuery, isFresh } from './page/first-steps.ts';
import { accountSearchOf } from './pages/account/search.ts';
import { anomaliesSearchOf } from './pages/anomalies/search.ts';
import { auditSearchOf } from './pages/audit/search.ts';
import { eventsSearchOf } from './pages/events/search.ts';
import { gatewayCallsSearchOf } from './pages/gateway-calls/search.ts';
import { grantsSearchOf } from './pages/grants/search.ts';
import { overviewSearchOf } from './pages/overview/search.ts';
import { planSearchOf } from './pages/plan/search.ts';
import { reviewsSearchOf } from './pages/reviews/search.ts';
import { signInSearchOf } from './pages/sign-in/search.ts';
import { webhooksSearchOf } from './pages/webhooks/search.ts';
import { askToSignIn, root, signedIn } from './routes-frame.tsx';
import { companyRoutes, directoryRoute } from './routes-of-companies.tsx';
import { peopleRoutes } from './routes-of-people.tsx';
import { policyRoutes } from './routes-of-policies.tsx';
import { recordRoutes } from './routes-of-records.tsx';

const BASE_PATH = '/app';

const signInRoute = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: signInSearchOf,
  component: lazyRouteComponent(() => import('./pages/sign-in/index.tsx'), 'SignInPage'),
});

const signUpRoute = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  component: lazyRouteComponent(() => import('./pages/sign-up/index.tsx')),
});

const verifyRoute = createRoute({
  getParentRoute: () => root,
  path: '/verify',
  component: lazyRouteComponent(() => import('./pages/verify/index.tsx')),
});

const forgotRoute = createRoute({
  getParentRoute: () => root,
  path: '/forgot',
  component: lazyRouteComponent(() => import('./pages/forgot/index.tsx')),
});

const resetRoute = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: lazyRouteComponent(() => import('./pages/reset/index.tsx')),
});

const invitationRoute = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./pages/invitation/index.tsx'), 'InvitationPage'),
});

const chatLinkRoute = createRoute({
  getParentRoute: () => root,
  path: '/chat-link',
  component: lazyRouteComponent(() => import('./pages/chat-link/index.tsx')),
});

/** A question that comes before everything else: a page by itself. */
const accessRoute = createRoute({
  getParentRoute: () => root,
  path: '/access',
  beforeLoad: ({ context, location }) => askToSignIn(context.queries, location.publicHref),
  component: lazyRouteComponent(() => import('./pages/access/index.tsx')),
});

/** An app asks to be connected: a page by itself, for one answer. */
const connectRoute = createRoute({
  getParentRoute: () => root,
  path: '/connect/$requestId',
  beforeLoad: ({ context, location }) => askToSignIn(context.queries, location.publicHref),
  component: lazyRouteComponent(() => import('./pages/connect/index.tsx'), 'ConnectPage'),
});

const homeRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  async beforeLoad({ context }) {
    // A guide that cannot be read is no reason to open nothing.
    const steps = await context.queries.ensureQueryData(firstStepsQuery).catch(() => null);
    throw redirect({ to: steps !== null && isFresh(steps) ? '/first-steps' : '/overview', replace: true });
  },
});

const firstStepsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/first-steps',
  component: lazyRouteComponent(() => import('./pages/first-steps/index.tsx'), 'FirstStepsPage'),
});

const overviewRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/overview',
  validateSearch: overviewSearchOf,
  component: lazyRouteComponent(() => import('./pages/overview/index.tsx'), 'OverviewPage'),
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

const grantsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/grants',
  validateSearch: grantsSearchOf,
  component: lazyRouteComponent(() => import('./pages/grants/index.tsx'), 'GrantsPage'),
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

const connectedAppsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/connected-apps',
  component: lazyRouteComponent(() => import('./pages/connected-apps/index.tsx'), 'ConnectedAppsPage'),
});

const connectAssistantRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/connected-apps/new',
  component: lazyRouteComponent(() => import('./pages/connect-assistant/index.tsx'), 'ConnectAssistantPage'),
});

const accountRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  validateSearch: accountSearchOf,
  component: lazyRouteComponent(() => import('./pages/account/index.tsx')),
});

const notificationsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/notifications',
  component: lazyRouteComponent(() => import('./pages/notifications/index.tsx'), 'NotificationsPage'),
});

const settingsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/settings/index.tsx'), 'SettingsPage'),
});

const planRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/plan',
  validateSearch: planSearchOf,
  component: lazyRouteComponent(() => import('./pages/plan/index.tsx'), 'PlanPage'),
});

const notFound = () => import('./pages/not-found/index.tsx');

/** Set by the build: false in what people get. */
declare const WITH_GALLERY: boolean;

/** Every part in its states, for the eye and for the checks of accessibility; nothing leads to it. */
const galleryRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/gallery',
  component: lazyRouteComponent(() => (WITH_GALLERY ? import('./pages/gallery/index.tsx') : notFound())),
});

const notFoundRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '$',
  component: lazyRouteComponent(notFound),
});

export function createAppRouter(queries: QueryClient) {
  return createRouter({
    routeTree: root.addChildren([
      signInRoute,
      ...companyRoutes,
      signUpRoute,
      verifyRoute,
      forgotRoute,
      resetRoute,
      invitationRoute,
      chatLinkRoute,
      accessRoute,
      connectRoute,
      signedIn.addChildren([
        homeRoute,
        firstStepsRoute,
        overviewRoute,
        reviewsRoute,
        eventsRoute,
        eventRoute,
        gatewayCallsRoute,
        anomaliesRoute,
        grantsRoute,
        auditRoute,
        ...policyRoutes,
        ...recordRoutes,
        webhooksRoute,
        connectedAppsRoute,
        connectAssistantRoute,
        accountRoute,
        ...peopleRoutes,
        planRoute,
        notificationsRoute,
        settingsRoute,
        directoryRoute,
        galleryRoute,
        notFoundRoute,
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
