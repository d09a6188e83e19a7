// SPDX-License-Identifier: Apache-2.0
/** The outcome of a call. */
import type { GatewayCall } from '@svc/contract';
import { KeyRound } from 'lucide-react';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { useCallFault } from '../../registry/call-fault.ts';
import { gatewayCallsWords } from './words.ts';

export function useUpstreamText(): (call: GatewayCall) => string {
  const words = useWords(gatewayCallsWords);
  const faultOf = useCallFault();
  return (call) => {
    const { protocol, proxied, finishedAt, upstreamStatus: status, upstreamError: error } = call;
    if (protocol === 'MCP') return words.decidedOnly;
    if (!proxied) return words.notForwarded;
    if (finishedAt === null) return words.underWay;
    const parts = [status === null ? null : words.status(status), error === null ? null : faultOf(error)];
    return parts.filter((part) => part !== null).join(', ');
  };
}

export function Upstream({ call }: { call: GatewayCall }) {
  const words = useWords(gatewayCallsWords);
  const textOf = useUpstreamText();
  return (
    <span className={toneOf(call)} title={call.credentialId === null ? undefined : words.withCredential}>
      {textOf(call)}
      {call.credentialId !== null && (
        <KeyRound aria-label={words.withCredential} className="ml-1.5 inline size-3.5 text-ink-3" />
      )}
    </span>
  );
}

/** The hues of outcomes belong to decisions: only a failure and an unknown result stand out here. */
function toneOf({ upstreamStatus: status, upstreamError: error, proxied }: GatewayCall): string {
  if (error !== null && status === null) return 'text-review-ink';
  if (status !== null && status >= 500) return 'text-block-ink';
  return proxied ? '' : 'text-ink-3';
}

export function Took({ ms }: { ms: number | null }) {
  const { format } = useLanguage();
  const words = useWords(gatewayCallsWords);
  return <span className="text-ink-3 tabular-nums">{ms === null ? '–' : words.milliseconds(format.number(ms))}</span>;
}
