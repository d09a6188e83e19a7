// SPDX-License-Identifier: Apache-2.0
/**
 * The addresses of registered records: agents, resources, budgets, tool rules, keys, integrations, and routes of both
 * gateways; and of the doors that lead to them.
 */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { agentSearchOf } from './pages/agent/search.ts';
import { agentsSearchOf } from './pages/agents/search.ts';
import { apiKeysSearchOf } from './pages/api-keys/search.ts';
import { budgetsSearchOf } from './pages/budgets/search.ts';
import { doorsSearchOf } from './pages/doors/search.ts';
import { integrationsSearchOf } from './pages/integrations/search.ts';
import { resourcesSearchOf } from './pages/resources/search.ts';
import { httpRoutesSearchOf, mcpRoutesSearchOf } from './pages/routes/search.ts';
import { newSetSearchOf, setSearchOf, toolRulesSearchOf } from './pages/tool-rules/search.ts';
import { signedIn } from './routes-frame.tsx';

const agentsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/agents',
  validateSearch: agentsSearchOf,
  component: lazyRouteComponent(() => import('./pages/agents/index.tsx'), 'AgentsPage'),
});

const agentRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/agents/$id',
  validateSearch: agentSearchOf,
  component: lazyRouteComponent(() => import('./pages/agent/index.tsx'), 'AgentPage'),
});

const resourcesRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/resources',
  validateSearch: resourcesSearchOf,
  component: lazyRouteComponent(() => import('./pages/resources/index.tsx'), 'ResourcesPage'),
});

const budgetsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/budgets',
  validateSearch: budgetsSearchOf,
  component: lazyRouteComponent(() => import('./pages/budgets/index.tsx'), 'BudgetsPage'),
});

/** One file names them all, so that the first load of the app names one more file and not three. */
const toolRulesPages = () => import('./pages/tool-rules/pages.ts');

const toolRulesRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/tool-rules',
  validateSearch: toolRulesSearchOf,
  component: lazyRouteComponent(toolRulesPages, 'ToolRulesPage'),
});

const newToolRulesRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/tool-rules/new',
  validateSearch: newSetSearchOf,
  component: lazyRouteComponent(toolRulesPages, 'NewToolRulesPage'),
});

const toolRulesSetRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/tool-rules/$id',
  validateSearch: setSearchOf,
  component: lazyRouteComponent(toolRulesPages, 'ToolRulesSetPage'),
});

const apiKeysRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/api-keys',
  validateSearch: apiKeysSearchOf,
  component: lazyRouteComponent(() => import('./pages/api-keys/index.tsx'), 'ApiKeysPage'),
});

const integrationsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/integrations',
  validateSearch: integrationsSearchOf,
  component: lazyRouteComponent(() => import('./pages/integrations/index.tsx'), 'IntegrationsPage'),
});

const doorsRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/connect',
  validateSearch: doorsSearchOf,
  component: lazyRouteComponent(() => import('./pages/doors/index.tsx'), 'DoorsPage'),
});

const httpRoutesRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/routes',
  validateSearch: httpRoutesSearchOf,
  component: lazyRouteComponent(() => import('./pages/routes/index.tsx'), 'RoutesPage'),
});

const mcpRoutesRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/routes/mcp',
  validateSearch: mcpRoutesSearchOf,
  component: lazyRouteComponent(() => import('./pages/routes/mcp.tsx'), 'McpRoutesPage'),
});

export const recordRoutes = [
  agentsRoute,
  agentRoute,
  resourcesRoute,
  budgetsRoute,
  toolRulesRoute,
  newToolRulesRoute,
  toolRulesSetRoute,
  apiKeysRoute,
  doorsRoute,
  integrationsRoute,
  httpRoutesRoute,
  mcpRoutesRoute,
] as const;
