// SPDX-License-Identifier: Apache-2.0
/** The routes of the HTTP gateway: where calls may go, with which credential, restricted to what. */
import type { HttpRoute } from '@svc/contract';
import { lazy } from 'react';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { useChangeSearch } from '../../list/change-search.ts';
import { ListPage } from '../../list/list-page.tsx';
import { useAdding } from '../../registry/add-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useHttpColumns } from './columns.tsx';
import { HttpRouteDrawer } from './http-drawer.tsx';
import { useGateways } from './views.ts';
import { routesWords } from './words.ts';

const HttpDialog = lazy(() => import('./http-dialog.tsx'));

export function RoutesPage() {
  const { format } = useLanguage();
  const words = useWords(routesWords);
  const change = useChangeSearch();
  const adding = useAdding({
    operation: 'createHttpRoute',
    name: words.add,
    dialog: (close: () => void) => <HttpDialog route={null} onAdded={(open) => change({ open })} onClose={close} />,
  });
  return (
    <ListPage<'listHttpRoutes', HttpRoute>
      id="listHttpRoutes"
      title={words.title}
      views={useGateways('http')}
      countOf={({ total }) => format.number(total)}
      searchLabel={words.search}
      columns={useHttpColumns()}
      keyOf={({ id }) => id}
      linkColumn="name"
      isTall
      isStill
      values={{ warned: words.warnedValues }}
      drawer={(opened) => <HttpRouteDrawer opened={opened} />}
      empty={
        <EmptyState
          title={words.emptyTitle}
          text={words.emptyText}
          command={{ label: words.command, code: 'svc-server provision organization.yaml' }}
        >
          {adding.plain}
        </EmptyState>
      }
      actions={adding.main}
    />
  );
}
