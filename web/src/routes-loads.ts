// SPDX-License-Identifier: Apache-2.0
/**
 * The first answer that a page shows is asked for beside its code, and does not wait for it. The page asks the same
 * question itself, and shows why there is no answer.
 */
import type { QueryClient } from '@tanstack/react-query';
import { pagesOf, readOf } from './api/reading.ts';
import type { ListId } from './list/search.ts';
import { reviewsQuery } from './pages/reviews/search.ts';
import { meQuery } from './session/me.ts';

interface Place {
  queries: QueryClient;
  search: Readonly<Record<string, unknown>>;
  params: Readonly<Record<string, string>>;
}

type Load = (place: Place) => void | Promise<void>;

const sandboxOf = ({ search }: Place) => (search.sandbox === 'true' ? 'true' : 'false');

/** Failures are the page's to show. */
const quietly = (answer: Promise<unknown>): void => void answer.catch(() => undefined);

/** With code that arrives in a moment. A session that has ended meanwhile left no answers, and asks for none. */
function withCode<Code>(code: () => Promise<Code>, load: (code: Code, place: Place) => Promise<unknown>): Load {
  return async (place) => {
    const arrived = await code();
    if (place.queries.getQueryData(meQuery.queryKey) !== undefined) quietly(load(arrived, place));
  };
}

const list = (id: ListId): Load =>
  withCode(
    () => import('./list/search.ts'),
    ({ listQuery }, at) =>
      at.queries.ensureInfiniteQueryData(listQuery(id, { ...at.search }, sandboxOf(at) === 'true')),
  );

const one =
  (read: (place: Place) => ReturnType<typeof readOf>): Load =>
  (place) =>
    quietly(place.queries.ensureQueryData(read(place)));

const pages =
  (id: 'listConnectedApps' | 'listPolicyVersions' | 'listProposals' | 'listWebhooks'): Load =>
  ({ queries }) =>
    quietly(queries.ensureInfiniteQueryData(pagesOf(id, {})));

const idOf = ({ params: { id = '' } }: Place) => id;

/** By the path of the page. */
export const LOADS: Readonly<Record<string, Load>> = {
  '/agents': list('listAgents'),
  '/agents/$id': one((at) => readOf('readAgent', { params: { id: idOf(at) }, query: { sandbox: sandboxOf(at) } })),
  '/anomalies': list('listAnomalies'),
  '/api-keys': list('listApiKeys'),
  '/audit': list('listAudit'),
  '/budgets': list('listBudgets'),
  '/grants': list('listGrants'),
  '/guardrails': list('listGuardrails'),
  '/guardrails/$id': one((at) => readOf('readGuardrail', { params: { id: idOf(at) } })),
  '/connect': one((at) => readOf('listDoorUses', { query: { sandbox: sandboxOf(at) } })),
  '/connected-apps': pages('listConnectedApps'),
  '/events': list('listEvents'),
  '/events/$eventId': one(({ params }) => readOf('readEventDetail', { params: { id: params.eventId ?? '' } })),
  '/gateway-calls': list('listGatewayCalls'),
  '/integrations': list('listIntegrations'),
  '/groups': list('listGroups'),
  '/members': list('listMembers'),
  '/members/$id': one((at) => readOf('readHeldData', { params: { id: idOf(at) } })),
  '/notifications': one(() => readOf('readNotifications')),
  '/overview': withCode(
    () => import('./pages/overview/period.ts'),
    ({ dashboardQuery }, at) => at.queries.ensureQueryData(dashboardQuery(at.search.period, sandboxOf(at), Date.now())),
  ),
  '/plan': one(() => readOf('readUsage')),
  '/policies': list('listPolicies'),
  '/policies/$id': one((at) => readOf('readPolicy', { params: { id: idOf(at) } })),
  '/policies/proposals': pages('listProposals'),
  '/policies/versions': pages('listPolicyVersions'),
  '/resources': list('listResources'),
  '/reviews': (at) => quietly(at.queries.ensureInfiniteQueryData(reviewsQuery(at.search, sandboxOf(at)))),
  '/routes': list('listHttpRoutes'),
  '/routes/mcp': list('listMcpRoutes'),
  '/settings': one(() => readOf('readOrganization')),
  '/tool-rules': list('listToolRules'),
  '/tool-rules/$id': one((at) => readOf('readToolRules', { params: { id: idOf(at) } })),
  '/webhooks': pages('listWebhooks'),
};

interface Match {
  fullPath: string;
  cause: 'preload' | 'enter' | 'stay';
  search: object;
  params: object;
}

/** For the page that is being opened; one that stays asks by itself. */
export function loadFirst(queries: QueryClient, matches: readonly Match[]): void {
  const opened = matches.at(-1);
  if (opened === undefined || opened.cause !== 'enter') return;
  void LOADS[opened.fullPath]?.({ queries, search: { ...opened.search }, params: { ...opened.params } });
}
