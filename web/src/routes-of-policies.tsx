// SPDX-License-Identifier: Apache-2.0
/** The addresses of policies: the ladder, one of them, their versions, and an action to try. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { guardrailsSearchOf, policiesSearchOf, policyPageSearchOf } from './pages/policies/search.ts';
import { trySearchOf } from './pages/try-action/search.ts';
import { signedIn } from './routes-frame.tsx';

/** One file names them all, so that the first load of the app names one more file and not five. */
const pages = () => import('./pages/policies/pages.ts');

const policiesRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/policies',
  validateSearch: policiesSearchOf,
  component: lazyRouteComponent(pages, 'PoliciesPage'),
});

const newPolicyRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/policies/new',
  validateSearch: policyPageSearchOf,
  component: lazyRouteComponent(pages, 'NewPolicyPage'),
});

const versionsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/policies/versions',
  validateSearch: policyPageSearchOf,
  component: lazyRouteComponent(pages, 'VersionsPage'),
});

const proposalsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/policies/proposals',
  validateSearch: policyPageSearchOf,
  component: lazyRouteComponent(pages, 'ProposalsPage'),
});

const policyFilesRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/policies/files',
  component: lazyRouteComponent(pages, 'PolicyFilesPage'),
});

const policyRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/policies/$id',
  component: lazyRouteComponent(pages, 'PolicyPage'),
});

const guardrailsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/guardrails',
  validateSearch: guardrailsSearchOf,
  component: lazyRouteComponent(pages, 'GuardrailsPage'),
});

const guardrailRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/guardrails/$id',
  component: lazyRouteComponent(pages, 'GuardrailPage'),
});

/** Bookmarks and older mails lead here. */
const oldGuardrailsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/claims',
  validateSearch: guardrailsSearchOf,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/guardrails', search, replace: true });
  },
});

const oldGuardrailRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/claims/$id',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/guardrails/$id', params, replace: true });
  },
});

const tryRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/try',
  validateSearch: trySearchOf,
  component: lazyRouteComponent(pages, 'TryPage'),
});

export const policyRoutes = [
  policiesRoute,
  newPolicyRoute,
  versionsRoute,
  proposalsRoute,
  policyFilesRoute,
  policyRoute,
  guardrailsRoute,
  guardrailRoute,
  oldGuardrailsRoute,
  oldGuardrailRoute,
  tryRoute,
] as const;
