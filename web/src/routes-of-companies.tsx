// SPDX-License-Identifier: Apache-2.0
/** The addresses of the sign-in by a company: the search for it, one company, the way back, and its settings. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signInSearchOf } from './pages/sign-in/search.ts';
import { root, signedIn } from './routes-frame.tsx';
import { arrivedAnswer } from './session/directory.ts';

const ssoRoute = createRoute({
  getParentRoute: () => root,
  path: '/sso',
  validateSearch: signInSearchOf,
  component: lazyRouteComponent(() => import('./pages/sso/index.tsx'), 'SsoPage'),
});

const ssoOrganizationRoute = createRoute({
  getParentRoute: () => root,
  path: '/sso/$organizationId',
  validateSearch: signInSearchOf,
  component: lazyRouteComponent(() => import('./pages/sso/organization.tsx'), 'SsoOrganizationPage'),
});

const ssoCallbackRoute = createRoute({
  getParentRoute: () => root,
  path: '/sso/$organizationId/callback',
  loader: () => arrivedAnswer(),
  component: lazyRouteComponent(() => import('./pages/sso/callback.tsx'), 'SsoCallbackPage'),
});

export const directoryRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/sign-in',
  component: lazyRouteComponent(() => import('./pages/directory/index.tsx'), 'DirectoryPage'),
});

export const companyRoutes = [ssoRoute, ssoOrganizationRoute, ssoCallbackRoute] as const;
