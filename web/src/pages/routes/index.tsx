// SPDX-License-Identifier: Apache-2.0
/** The routes of the HTTP gateway: where calls may go, with which credential, restricted to what. */
import type { HttpRoute } from '@svc/contract';
import { lazy } from 'react';
import { useWords } from '../../language/word-set.ts';
import { useChangeSearch } from '../../list/change-search.ts';
import { RecordsPage } from '../../registry/records-page.tsx';
import { useHttpColumns } from './columns.tsx';
import { HttpRouteDrawer } from './http-drawer.tsx';
import { useGateways } from './views.ts';
import { routesWords } from './words.ts';

const HttpDialog = lazy(() => import('./http-dialog.tsx'));

export function RoutesPage() {
  const words = useWords(routesWords);
  const change = useChangeSearch();
  return (
    <RecordsPage<'listHttpRoutes', HttpRoute>
      help="gateways"
      id="listHttpRoutes"
      words={words}
      adding={{
        operation: 'createHttpRoute',
        name: words.add,
        dialog: (close: () => void) => <HttpDialog route={null} onAdded={(open) => change({ open })} onClose={close} />,
      }}
      views={useGateways('http')}
      columns={useHttpColumns()}
      values={{ warned: words.warnedValues }}
      drawer={(opened) => <HttpRouteDrawer opened={opened} />}
    />
  );
}
