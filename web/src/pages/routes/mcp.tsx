// SPDX-License-Identifier: Apache-2.0
/** The routes of the MCP gateway: the agent and resource of tool calls that name none. */
import type { McpRoute } from '@svc/contract';
import { lazy } from 'react';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { useChangeSearch } from '../../list/change-search.ts';
import { ListPage } from '../../list/list-page.tsx';
import { useAdding } from '../../registry/add-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useMcpColumns } from './columns.tsx';
import { McpRouteDrawer } from './mcp-drawer.tsx';
import { useGateways } from './views.ts';
import { routesWords } from './words.ts';

const McpDialog = lazy(() => import('./mcp-dialog.tsx'));

export function McpRoutesPage() {
  const { format } = useLanguage();
  const words = useWords(routesWords);
  const change = useChangeSearch();
  const adding = useAdding({
    operation: 'createMcpRoute',
    name: words.add,
    dialog: (close: () => void) => <McpDialog route={null} onAdded={(open) => change({ open })} onClose={close} />,
  });
  return (
    <ListPage<'listMcpRoutes', McpRoute>
      id="listMcpRoutes"
      title={words.mcpTitle}
      views={useGateways('mcp')}
      countOf={({ total }) => format.number(total)}
      searchLabel={words.mcpSearch}
      columns={useMcpColumns()}
      keyOf={({ id }) => id}
      linkColumn="name"
      isStill
      drawer={(opened) => <McpRouteDrawer opened={opened} />}
      empty={
        <EmptyState
          title={words.mcpEmptyTitle}
          text={words.mcpEmptyText}
          command={{ label: words.command, code: 'svc-server provision organization.yaml' }}
        >
          {adding.plain}
        </EmptyState>
      }
      actions={adding.main}
    />
  );
}
