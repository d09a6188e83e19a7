// SPDX-License-Identifier: Apache-2.0
/** One MCP route: the agent and resource that it gives, its id, and how it is called. */
import type { McpRoute } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { callApi } from '../../api/client.ts';
import { readOf } from '../../api/reading.ts';
import { useWords } from '../../language/word-set.ts';
import type { Opened } from '../../list/list-page.tsx';
import { Copied, DrawerPart, RecordDrawer, Terms } from '../../registry/record-drawer.tsx';
import { registryWords } from '../../registry/words.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { LastCall } from './columns.tsx';
import { mcpCommandOf } from './command.ts';
import { RouteActs } from './route-acts.tsx';
import { ToolsPart } from './tools-part.tsx';
import { routesWords } from './words.ts';

const McpDialog = lazy(() => import('./mcp-dialog.tsx'));

export function McpRouteDrawer({ opened }: { opened: Opened<McpRoute> }) {
  const words = useWords(routesWords);
  const detail = useQuery(readOf('readMcpRoute', { params: { id: opened.key } }));
  return (
    <RecordDrawer
      label={words.one}
      opened={opened}
      query={detail}
      name={({ name }) => name}
      change="updateMcpRoute"
      acts={(route) => (
        <RouteActs
          route={route}
          edit={(close) => <McpDialog route={route} onClose={close} />}
          onRemove={() => callApi('deleteMcpRoute', { params: { id: route.id } })}
          list="listMcpRoutes"
          onGone={opened.onClose}
        />
      )}
    >
      {(route) => <Content route={route} />}
    </RecordDrawer>
  );
}

function Content({ route }: { route: McpRoute }) {
  const words = useWords(routesWords);
  const common = useWords(registryWords);
  const { id, agent, resource, scanBody, lastCall } = route;
  return (
    <>
      <Terms
        terms={[
          [words.id, <Copied key="id" text={id} what={words.id} />],
          [words.agent, agent?.name ?? words.mustName],
          [words.resource, resource?.name ?? words.mustName],
          [words.scanned, scanBody ? common.yes : common.no],
          [words.lastCall, <LastCall key="last" lastCall={lastCall} />],
        ]}
      />
      <ToolsPart route={route} />
      <DrawerPart title={words.call}>
        <CodeBlock label={common.command} code={mcpCommandOf(route)} />
      </DrawerPart>
    </>
  );
}
