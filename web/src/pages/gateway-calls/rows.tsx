/** Calls as a table; on narrow screens each row is a card, and the header stays for readers of the screen. */
import type { GatewayCall } from '@svc/contract';
import { Link } from '@tanstack/react-router';
import { isUnderWay } from '../../api/queries.ts';
import { useLanguage } from '../../language/index.tsx';
import { Badge, type Tone, VerdictBadge } from '../../ui/badge.tsx';
import { Moment } from '../../ui/moment.tsx';

export function GatewayCallRows({ items }: { items: readonly GatewayCall[] }) {
  const { messages } = useLanguage();
  const { gatewayCalls: labels } = messages;
  return (
    <div className="overflow-hidden rounded-xl border border-line bg-surface shadow-panel">
      <table className="w-full text-left text-sm">
        <caption className="sr-only">{labels.lead}</caption>
        <thead className="max-md:sr-only">
          <tr className="border-b border-line bg-sunken text-muted">
            {[labels.call, labels.agent, labels.decision, labels.upstream, labels.when].map((name) => (
              <th key={name} scope="col" className="px-4 py-2.5 font-medium whitespace-nowrap">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {items.map((call) => (
            <CallRow key={call.eventId} call={call} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const ROW =
  'relative has-[a:hover]:bg-sunken ' +
  'max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:gap-y-1 max-md:p-4';

function CallRow({ call }: { call: GatewayCall }) {
  const { messages, format } = useLanguage();
  const { gatewayCalls: labels } = messages;
  return (
    <tr className={ROW}>
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
