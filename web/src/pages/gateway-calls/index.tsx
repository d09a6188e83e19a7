// SPDX-License-Identifier: Apache-2.0
/** The log of both gateways: what agents called, what was decided, and what became of the call. */
import type { GatewayCall } from '@svc/contract';
import { OutcomeWord } from '../../decision/verdict.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import type { ListColumn } from '../../list/columns.ts';
import { ListPage } from '../../list/list-page.tsx';
import { timeColumn } from '../../list/time-cell.tsx';
import { EventDrawer } from '../../review/event-drawer.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Took, Upstream, useUpstreamText } from './upstream.tsx';
import { gatewayCallsWords } from './words.ts';

const OUTCOMES = { ALLOW: 'allowed', REVIEW: 'waiting', BLOCK: 'blocked' } as const;

export function GatewayCallsPage() {
  const words = useWords(gatewayCallsWords);
  return (
    <ListPage<'listGatewayCalls', GatewayCall>
      id="listGatewayCalls"
      title={words.title}
      searchLabel={words.search}
      columns={useColumns()}
      keyOf={({ eventId }) => eventId}
      linkColumn="call"
      drawer={(opened) => <EventDrawer opened={opened} />}
      isUnderWay={({ proxied, finishedAt }) => proxied && finishedAt === null}
      empty={<EmptyState help="gateways" title={words.emptyTitle} text={words.emptyText} />}
    />
  );
}

function useColumns(): ListColumn<GatewayCall>[] {
  const words = useWords(gatewayCallsWords);
  const { messages } = useLanguage();
  const upstreamText = useUpstreamText();
  const call = ({ tool, method }: GatewayCall) => (tool === null ? words.toHttp(method ?? '') : words.toTool(tool));
  const outcome = ({ decision }: GatewayCall) => messages.words.decisions[decision];
  return [
    timeColumn('time', words.time, ({ createdAt }) => createdAt),
    { id: 'decision', name: words.outcome, width: '7rem', phone: 'start', value: outcome, cell: VerdictOf },
    { id: 'call', name: words.call, width: 'minmax(0, 1fr)', phone: 'below', value: call },
    { id: 'protocol', name: words.gateway, width: '4.5rem', isWide: true, value: ({ protocol }) => protocol },
    {
      id: 'route',
      name: words.route,
      width: 'minmax(0, 8rem)',
      value: (item) => item.route?.name ?? null,
      isName: true,
    },
    { id: 'agent', name: words.agent, width: '8rem', value: ({ agent }) => agent.name, isName: true },
    { id: 'key', name: words.key, width: '10rem', isWide: true, value: ({ keyPrefix }) => keyPrefix, isName: true },
    {
      id: 'upstream',
      name: words.upstream,
      width: 'minmax(0, 1.2fr)',
      phone: 'below',
      value: upstreamText,
      cell: UpstreamOf,
    },
    {
      id: 'latency',
      name: words.latency,
      width: '4.5rem',
      isEnd: true,
      value: ({ latencyMs }) => latencyMs,
      cell: TookOf,
    },
  ];
}

const VerdictOf = (call: GatewayCall) => <OutcomeWord outcome={OUTCOMES[call.decision]} />;
const UpstreamOf = (call: GatewayCall) => <Upstream call={call} />;
const TookOf = (call: GatewayCall) => <Took ms={call.latencyMs} />;
