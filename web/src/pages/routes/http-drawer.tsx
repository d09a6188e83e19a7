// SPDX-License-Identifier: Apache-2.0
/** One HTTP route: its warnings, its restrictions, its id, how it is called, and a check of the upstream. */
import type { HttpRoute } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { lazy, type ReactNode } from 'react';
import { callApi } from '../../api/client.ts';
import { readOf } from '../../api/reading.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import type { Opened } from '../../list/list-page.tsx';
import { Copied, DrawerPart, RecordDrawer, Terms } from '../../registry/record-drawer.tsx';
import { registryWords } from '../../registry/words.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { LastCall } from './columns.tsx';
import { httpCommandOf } from './command.ts';
import { RouteActs } from './route-acts.tsx';
import { RouteCheck } from './route-check.tsx';
import { routesWords } from './words.ts';

const HttpDialog = lazy(() => import('./http-dialog.tsx'));

export function HttpRouteDrawer({ opened }: { opened: Opened<HttpRoute> }) {
  const words = useWords(routesWords);
  const detail = useQuery(readOf('readHttpRoute', { params: { id: opened.key } }));
  return (
    <RecordDrawer
      label={words.one}
      opened={opened}
      query={detail}
      name={({ name }) => name}
      change="updateHttpRoute"
      acts={(route) => (
        <RouteActs
          route={route}
          edit={(close) => <HttpDialog route={route} onClose={close} />}
          onRemove={() => callApi('deleteHttpRoute', { params: { id: route.id } })}
          list="listHttpRoutes"
          onGone={opened.onClose}
        />
      )}
    >
      {(route) => <Content key={route.id} route={route} />}
    </RecordDrawer>
  );
}

function Content({ route }: { route: HttpRoute }) {
  const words = useWords(routesWords);
  const common = useWords(registryWords);
  const { warnings } = route;
  return (
    <>
      {warnings.map(({ code }) => (
        <p key={code} className="flex items-start gap-2.5 rounded-m bg-review-soft px-3 py-2 text-review-ink">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {words.warnings[code]}
        </p>
      ))}
      <Terms terms={useTerms(route)} />
      <DrawerPart title={words.call}>
        <CodeBlock label={common.command} code={httpCommandOf(route)} />
      </DrawerPart>
      <RouteCheck route={route} />
    </>
  );
}

function useTerms(route: HttpRoute): (readonly [string, ReactNode])[] {
  const { format, messages } = useLanguage();
  const words = useWords(routesWords);
  const common = useWords(registryWords);
  const { id, baseUrl, integration, resource, agents, actions, methods, timeoutMs, scanBody, lastCall } = route;
  const names = (list: readonly { id: string; name: string }[]) =>
    list.map((agent, index) => (
      <span key={agent.id}>
        {index > 0 && ', '}
        <Link to="/agents/$id" params={{ id: agent.id }} className={LINK}>
          {agent.name}
        </Link>
      </span>
    ));
  return [
    [words.id, <Copied key="id" text={id} what={words.id} />],
    [words.baseUrl, <Copied key="url" text={baseUrl} what={words.baseUrl} />],
    [
      words.integration,
      integration === null ? (
        words.none
      ) : (
        <Link key="integration" to="/integrations" search={{ open: integration.id }} className={LINK}>
          {integration.name}
        </Link>
      ),
    ],
    [
      words.resource,
      resource === null ? (
        words.everyResource
      ) : (
        <Link key="resource" to="/resources" search={{ open: resource.id }} className={LINK}>
          {resource.name}
        </Link>
      ),
    ],
    [words.agents, agents === null ? words.all : names(agents)],
    [words.actions, actions?.map((action) => messages.words.actions[action]).join(', ') ?? words.all],
    [
      words.methods,
      methods === null ? (
        words.all
      ) : (
        <span key="methods" className="font-mono">
          {methods.join(' ')}
        </span>
      ),
    ],
    [words.timeoutShort, words.seconds(format.number(timeoutMs / 1_000))],
    [words.scanned, scanBody ? common.yes : common.no],
    [words.lastCall, <LastCall key="last" lastCall={lastCall} />],
  ];
}

const LINK = 'font-mono underline decoration-line-strong underline-offset-4 hover:decoration-ink';
