// SPDX-License-Identifier: Apache-2.0
/** The addresses of the members of the organization, and of their groups. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { groupsSearchOf } from './pages/groups/search.ts';
import { membersSearchOf } from './pages/members/search.ts';
import { signedIn } from './routes-frame.tsx';

const memberPages = () => import('./pages/members/pages.ts');

const membersRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/members',
  validateSearch: membersSearchOf,
  component: lazyRouteComponent(memberPages, 'MembersPage'),
});

const groupsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/groups',
  validateSearch: groupsSearchOf,
  component: lazyRouteComponent(memberPages, 'GroupsPage'),
});

const heldDataRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/members/$id',
  component: lazyRouteComponent(memberPages, 'HeldDataPage'),
});

export const peopleRoutes = [membersRoute, groupsRoute, heldDataRoute] as const;
