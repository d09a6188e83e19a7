/** Calls as rows of a table, with what became of each. */
import type { GatewayCall } from '@svc/contract';
import { Link } from '@tanstack/react-router';
import { isUnderWay } from '../../api/queries.ts';
import { useLanguage } from '../../language/index.tsx';
import { Badge, type Tone, VerdictBadge } from '../../ui/badge.tsx';
import { LINKED_ROW, ListTable } from '../../ui/list-table.tsx';
import { Moment } from '../../ui/moment.tsx';

export function GatewayCallRows({ items }: { items: readonly GatewayCall[] }) {
  const { messages } = useLanguage();
  const { gatewayCalls: labels } = messages;
  return (
    <ListTable
      caption={labels.lead}
      columns={[labels.call, labels.agent, labels.decision, labels.upstream, labels.when]}
    >
      {items.map((call) => (
        <CallRow key={call.eventId} call={call} />
      ))}
    </ListTable>
  );
}

function CallRow({ call }: { call: GatewayCall }) {
  const { messages, format } = useLanguage();
  const { gatewayCalls: labels } = messages;
  return (
    <tr className={LINKED_ROW}>
      <th scope="row" className="font-normal max-md:w-full md:px-4 md:py-3">
        <Link
          to="/events/$eventId"
          params={{ eventId: call.eventId }}
          className="font-semibold after:absolute after:inset-0 hover:underline"
        >
          {call.tool === null ? labels.toHttp(call.method ?? '') : labels.toTool(call.tool)}
        </Link>{' '}
        {call.testKey && <Badge tone="neutral">{labels.testKey}</Badge>}
        <span className="block text-muted">
          {call.protocol} · {call.route?.name ?? labels.noRoute}
        </span>
      </th>
      <td className="max-md:w-full md:px-4 md:py-3">
        {call.agent.name}
        <span className="block text-muted md:whitespace-nowrap">{labels.key(call.keyPrefix)}</span>
      </td>
      <td className="md:px-4 md:py-3">
        <VerdictBadge decision={call.decision} />
      </td>
      <td className="md:px-4 md:py-3">
        <Upstream call={call} />
      </td>
      <td className="text-muted max-md:w-full md:px-4 md:py-3 md:whitespace-nowrap">
        <Moment iso={call.createdAt} text={format.dateTime(call.createdAt)} />
      </td>
    </tr>
  );
}

/** What became of the call. The errors are the service's own words, as the agent got them. */
function Upstream({ call }: { call: GatewayCall }) {
  const { messages, format } = useLanguage();
  const { gatewayCalls: labels } = messages;
  if (call.protocol === 'MCP') return <span className="text-muted">{labels.decidedOnly}</span>;
  if (!call.proxied) return <span className="text-muted">{labels.notForwarded}</span>;
  if (isUnderWay(call)) return <Badge tone="neutral">{labels.underWay}</Badge>;
  const { upstreamStatus: status, upstreamError: error, latencyMs } = call;
  const facts = [
    latencyMs !== null && labels.latency(format.number(latencyMs)),
    call.credentialId !== null && labels.withCredential,
  ].filter((fact) => fact !== false);
  return (
    <>
      <span className="flex flex-wrap gap-1">
        {status !== null && <Badge tone={toneOf(status)}>{labels.status(status)}</Badge>}
        {error !== null && <span className="max-w-72 text-block">{error}</span>}
      </span>
      {facts.length > 0 && <span className="block text-muted">{facts.join(' · ')}</span>}
    </>
  );
}

function toneOf(status: number): Tone {
  if (status >= 500) return 'block';
  return status >= 400 ? 'review' : 'allow';
}
