// SPDX-License-Identifier: Apache-2.0
/** Who paused an agent and let it go on, when and why; reasons can be erased. */
import type { AgentDetail, AgentStatusChange } from '@svc/contract';
import { lazy } from 'react';
import { callApi } from '../../api/client.ts';
import { Panel } from '../../detail/panel.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { Can } from '../../session/may.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { Timestamp, useNow } from '../../ui/timestamp.tsx';
import { agentWords } from './words.ts';

const ConfirmDialog = lazy(() =>
  import('../../ui/confirm-dialog.tsx').then((part) => ({ default: part.ConfirmDialog })),
);

export function PausedNotice({ agent: { paused } }: { agent: AgentDetail }) {
  const { format } = useLanguage();
  const words = useWords(agentWords);
  const nowMs = useNow();
  if (paused === null) return null;
  const when = format.recent(paused.at, nowMs);
  const who = paused.by === null ? null : (paused.by.name ?? words.formerPerson);
  return (
    <p className="flex flex-wrap gap-x-2 border-b border-line bg-block-soft px-6 py-2.5 text-block-ink max-md:px-4">
      <span className="font-medium">{who === null ? words.pausedAt(when) : words.pausedBy(who, when)}</span>
      {paused.reason !== null && <span>{words.reason(paused.reason)}</span>}
      <span>{words.pausedHint}</span>
    </p>
  );
}

export function Switches({ agent }: { agent: AgentDetail }) {
  const words = useWords(agentWords);
  const { statusChanges } = agent;
  if (statusChanges.length === 0) return null;
  const hasReason = statusChanges.some(({ reason }) => reason !== null);
  return (
    <Panel title={words.switches} aside={hasReason && <EraseButton agent={agent} />}>
      <ul className="flex flex-col gap-2">
        {statusChanges.map((change) => (
          <Switch key={change.id} change={change} />
        ))}
      </ul>
    </Panel>
  );
}

function Switch({ change: { status, at, by, reason, reasonErasedAt } }: { change: AgentStatusChange }) {
  const { format } = useLanguage();
  const words = useWords(agentWords);
  const nowMs = useNow();
  return (
    <li>
      <p className="flex flex-wrap gap-x-2">
        <span className={status === 'PAUSED' ? 'font-medium text-block-ink' : 'font-medium'}>
          {status === 'PAUSED' ? words.switchedOff : words.switchedOn}
        </span>
        <span className="text-ink-3">
          <Timestamp iso={at} text={format.recent(at, nowMs)} />{' '}
          {by === null ? words.byFile : words.by(by.name ?? words.formerPerson)}
        </span>
      </p>
      {reason !== null && <p className="text-ink-2">{words.reason(reason)}</p>}
      {reasonErasedAt !== null && <p className="text-ink-3">{words.reasonErased}</p>}
    </li>
  );
}

function EraseButton({ agent: { id } }: { agent: AgentDetail }) {
  const words = useWords(agentWords);
  return (
    <Can operation="eraseAgentReasons">
      <DialogButton
        variant="ghost"
        size="small"
        dialog={(close) => (
          <ConfirmDialog
            title={words.eraseTitle}
            text={words.eraseText}
            act={words.eraseAct}
            onConfirm={() => callApi('eraseAgentReasons', { params: { id } })}
            reads={['readAgent', 'listAgents']}
            done={words.erased}
            onClose={close}
          />
        )}
      >
        {words.erase}
      </DialogButton>
    </Can>
  );
}
