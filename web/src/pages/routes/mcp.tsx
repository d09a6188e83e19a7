// SPDX-License-Identifier: Apache-2.0
/** The routes of the MCP gateway: the agent and resource of tool calls that name none. */
import type { McpRoute } from '@svc/contract';
import { lazy } from 'react';
import { useWords } from '../../language/word-set.ts';
import { useChangeSearch } from '../../list/change-search.ts';
import { RecordsPage } from '../../registry/records-page.tsx';
import { useMcpColumns } from './columns.tsx';
import { McpRouteDrawer } from './mcp-drawer.tsx';
import { useGateways } from './views.ts';
import { routesWords } from './words.ts';

const McpDialog = lazy(() => import('./mcp-dialog.tsx'));

export function McpRoutesPage() {
  const words = useWords(routesWords);
  const change = useChangeSearch();
  return (
    <RecordsPage<'listMcpRoutes', McpRoute>
      help="mcpRoutes"
      id="listMcpRoutes"
      words={{
        ...words,
        title: words.mcpTitle,
        search: words.mcpSearch,
        emptyTitle: words.mcpEmptyTitle,
        emptyText: words.mcpEmptyText,
      }}
      adding={{
        operation: 'createMcpRoute',
        name: words.add,
        dialog: (close: () => void) => <McpDialog route={null} onAdded={(open) => change({ open })} onClose={close} />,
      }}
      isTall={false}
      views={useGateways('mcp')}
      columns={useMcpColumns()}
      drawer={(opened) => <McpRouteDrawer opened={opened} />}
    />
  );
}
