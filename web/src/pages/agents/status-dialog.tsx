// SPDX-License-Identifier: Apache-2.0
/** The kill switch: pauses an agent by a held button, with a reason, or lets it go on. */
import type { AgentItem } from '@svc/contract';
import { ACTIVITY_DAYS, STATUS_REASON_CHARACTERS_MAX } from '@svc/contract/limits';
import { CirclePause } from 'lucide-react';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { agentsWords } from './words.ts';

type Shown = Pick<AgentItem, 'id' | 'name' | 'status' | 'keys' | 'waitingReviews' | 'activity'>;

const READS = ['listAgents', 'readAgent', 'listReviews'] as const;

export default function StatusDialog({ agent: opened, onClose }: { agent: Shown; onClose(): void }) {
  const words = useWords(agentsWords);
  // As it was opened: once it is paused, the question must not turn into the one of resuming.
  const [agent] = useState(opened);
  const [reason, setReason] = useState('');
  const { id, name } = agent;
  const why = (
    <TextField
      label={words.why}
      value={reason}
      maxLength={STATUS_REASON_CHARACTERS_MAX}
      autoComplete="off"
      autoFocus
      onChange={({ target }) => setReason(target.value)}
    />
  );
  const call = { params: { id }, body: { reason: reason.trim() } };
  if (agent.status === 'PAUSED') {
    return (
      <ConfirmDialog
        title={words.resumeTitle(name)}
        text={words.resumeText}
        act={words.resumeAct}
        variant="solid"
        onConfirm={() => callApi('resumeAgent', call)}
        reads={READS}
        done={words.resumed(name)}
        onClose={onClose}
      >
        {why}
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      title={words.pauseTitle(name)}
      text={words.pauseText}
      act={words.pauseAct}
      icon={<CirclePause aria-hidden className="size-4" />}
      by={{ holding: name }}
      undo={words.undo}
      onConfirm={() => callApi('pauseAgent', call)}
      reads={READS}
      done={words.paused(name)}
      onClose={onClose}
    >
      <Consequences agent={agent} />
      {why}
    </ConfirmDialog>
  );
}

function Consequences({ agent: { keys, waitingReviews, activity } }: { agent: Shown }) {
  const { format } = useLanguage();
  const words = useWords(agentsWords);
  const facts = [
    [
      words.asksAbout,
      activity.asked === 0
        ? words.askedNothing
        : words.perDay(format.number(Math.round(activity.asked / ACTIVITY_DAYS))),
    ],
    [words.waiting, words.waitingText(waitingReviews)],
    [words.keys, words.keysText(keys)],
    [words.toldTo, words.toldText],
  ];
  return (
    <dl className="border-t border-line">
      {facts.map(([term, text]) => (
        <div
          key={term}
          className="grid min-h-9 grid-cols-[8.5rem_minmax(0,1fr)] items-center border-b border-line py-1.5"
        >
          <dt className="text-ink-3">{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
