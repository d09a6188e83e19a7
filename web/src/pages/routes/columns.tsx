// SPDX-License-Identifier: Apache-2.0
/** The columns of the lists of routes. */
import type { HttpRoute, McpRoute } from '@svc/contract';
import { TriangleAlert } from 'lucide-react';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import type { ListColumn } from '../../list/columns.ts';
import { TwoLines } from '../../registry/two-lines.tsx';
import { Timestamp, useNow } from '../../ui/timestamp.tsx';
import { routesWords } from './words.ts';

export function useHttpColumns(): ListColumn<HttpRoute>[] {
  const words = useWords(routesWords);
  const restrictions = useRestrictions();
  return [
    {
      id: 'name',
      name: words.name,
      width: 'minmax(12rem, 1.6fr)',
      phone: 'start',
      value: ({ name }) => name,
      cell: (route) => (
        <TwoLines
          name={route.name}
          isName
          text={<span className="font-mono">{route.baseUrl}</span>}
          beside={<Warned route={route} />}
        />
      ),
    },
    {
      id: 'integration',
      name: words.integration,
      width: '9rem',
      phone: 'end',
      value: ({ integration }) => integration?.name ?? null,
      cell: ({ integration }) => <NameOrNone name={integration?.name} none={words.none} />,
    },
    {
      id: 'restrictions',
      name: words.restrictions,
      width: 'minmax(8rem, 1fr)',
      phone: 'below',
      isWide: true,
      value: restrictions,
      cell: (route) => <span className="text-ink-2">{restrictions(route)}</span>,
    },
    lastCallColumn(words.lastCall),
  ];
}

export function useMcpColumns(): ListColumn<McpRoute>[] {
  const words = useWords(routesWords);
  return [
    {
      id: 'name',
      name: words.name,
      width: 'minmax(10rem, 1.4fr)',
      phone: 'start',
      value: ({ name }) => name,
      cell: ({ name }) => <span className="truncate font-mono font-medium">{name}</span>,
    },
    {
      id: 'agent',
      name: words.agent,
      width: 'minmax(8rem, 1fr)',
      phone: 'below',
      value: ({ agent }) => agent?.name ?? null,
      cell: ({ agent }) => <NameOrNone name={agent?.name} none={words.mustName} />,
    },
    {
      id: 'resource',
      name: words.resource,
      width: 'minmax(8rem, 1fr)',
      phone: 'below',
      value: ({ resource }) => resource?.name ?? null,
      cell: ({ resource }) => <NameOrNone name={resource?.name} none={words.mustName} />,
    },
    lastCallColumn(words.lastCall),
  ];
}

const lastCallColumn = (name: string): ListColumn<HttpRoute | McpRoute> => ({
  id: 'lastCallAt',
  name,
  width: '11rem',
  value: ({ lastCall }) => lastCall?.at ?? null,
  cell: ({ lastCall }) => <LastCall lastCall={lastCall} />,
});

function NameOrNone({ name, none }: { name: string | undefined; none: string }) {
  return name === undefined ? <span className="text-ink-3">{none}</span> : <span className="font-mono">{name}</span>;
}

/** The restrictions of a route in a few words: `customers, 2 agents, GET`. */
function useRestrictions(): (route: HttpRoute) => string {
  const words = useWords(routesWords);
  return ({ resource, agents, actions, methods }) => {
    const parts = [
      resource?.name,
      agents === null ? undefined : words.agentsOnly(agents.length),
      actions === null ? undefined : words.actionsOnly(actions.length),
      methods?.join(' '),
    ].filter((part) => part !== undefined);
    return parts.length === 0 ? words.open : parts.join(', ');
  };
}

function Warned({ route: { warnings } }: { route: HttpRoute }) {
  const words = useWords(routesWords);
  if (warnings.length === 0) return null;
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-meta font-medium text-review-ink">
      <TriangleAlert aria-hidden className="size-3.5 self-center" />
      {words.warningShort(warnings.length)}
    </span>
  );
}

const TICK_EVERY_MS = 10_000;

export function LastCall({ lastCall }: Pick<HttpRoute, 'lastCall'>) {
  const { format } = useLanguage();
  const words = useWords(routesWords);
  const nowMs = useNow(TICK_EVERY_MS);
  if (lastCall === null) return <span className="text-ink-3">{words.neverCalled}</span>;
  return (
    <span className="whitespace-nowrap text-ink-2 tabular-nums">
      <Timestamp iso={lastCall.at} text={format.ago(lastCall.at, nowMs)} />, {words.decisions[lastCall.decision]}
    </span>
  );
}
