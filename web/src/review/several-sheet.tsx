// SPDX-License-Identifier: Apache-2.0
/** Reviews that are answered together: what they are, one answer for all, and how each of them ended. */
import type { ReviewItem } from '@svc/contract';
import { useEffect, useRef, useState } from 'react';
import { Countdown } from '../decision/countdown.tsx';
import { SaidInRow } from '../decision/said-in-row.tsx';
import { ShortAct } from '../decision/sentence.tsx';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { ScrollRegion } from '../page/page.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { AnswerButtons } from './answer-buttons.tsx';
import { isLeft, type Line, useAnswerSeveral } from './answer-several.ts';
import type { Answer } from './resolving.ts';
import { severalWords } from './several-words.ts';
import { answerWords } from './words.ts';

interface SeveralSheetProps {
  items: readonly ReviewItem[];
  onClose(): void;
}

export function SeveralSheet({ items, onClose }: SeveralSheetProps) {
  const words = useWords(answerWords);
  const several = useWords(severalWords);
  const [armed, setArmed] = useState<Answer | null>(null);
  const [note, setNote] = useState('');
  const notice = useRef<HTMLDivElement>(null);
  const { lines, send, isWorking } = useAnswerSeveral(() => setArmed(null));
  const left = items.filter(({ eventId }) => isLeft(lines[eventId]));
  const isSent = !isWorking && Object.keys(lines).length > 0;
  const counted = Object.values(lines).filter(
    ({ kind }) => kind === 'added' || kind === 'approved' || kind === 'denied',
  ).length;
  // The button that had the focus is gone with the answer.
  useEffect(() => {
    if (isSent) notice.current?.focus();
  }, [isSent]);
  const [first] = items;
  const isSigned = left.some(({ approvals }) => approvals.signed);
  if (first === undefined) return null;
  return (
    <>
      <ScrollRegion label={several.title(items.length)}>
        <div className="flex flex-col gap-3 px-(--panel-inset) py-6">
          <h2 className="text-page font-semibold">{several.title(items.length)}</h2>
          <p>
            <span className="font-mono font-semibold">{first.event.agent.name}</span>
            {first.event.policy !== null && <span className="text-ink-3"> · {first.event.policy.name}</span>}
          </p>
          <p className="text-ink-2">{several.like}</p>
          <ul aria-label={several.list} className="border-t border-line">
            {items.map((item) => (
              <li key={item.eventId} className="flex flex-col gap-1 border-b border-line py-2.5">
                <span className="flex flex-wrap items-center justify-between gap-x-3">
                  <span>
                    <ShortAct event={item.event} />
                  </span>
                  {lines[item.eventId] === undefined && <Countdown from={item.createdAt} until={item.expiresAt} />}
                </span>
                <SaidInRow event={item.event} />
                <LineText line={lines[item.eventId]} />
              </li>
            ))}
          </ul>
        </div>
      </ScrollRegion>
      <section
        aria-label={words.region}
        className="flex shrink-0 flex-col gap-2.5 border-t border-line bg-surface px-(--panel-inset) py-3 max-md:sticky
        max-md:bottom-0 max-md:z-10"
      >
        {isSent && (
          <Notice
            ref={notice}
            tone={counted === items.length ? 'success' : 'problem'}
            what={several.done(counted, items.length)}
          />
        )}
        {isSigned && <p className="text-ink-2">{several.signed}</p>}
        {left.length > 0 && (
          <AnswerButtons
            action={first.event.action}
            asked={
              left.length > 1
                ? {
                    approve: { question: several.approveQuestion(left.length), text: several.approveText },
                    deny: { question: several.denyQuestion(left.length), text: several.denyText },
                  }
                : undefined
            }
            canApprove={!isSigned && !left.every(({ agentPaused }) => agentPaused)}
            armed={armed}
            onArm={setArmed}
            note={note}
            onNote={setNote}
            isWorking={isWorking}
            onSend={() => {
              if (armed !== null && !isWorking) send({ items: left, answer: armed, note });
            }}
          />
        )}
        <Button className="self-start" disabled={isWorking} onClick={onClose}>
          {several.close}
        </Button>
      </section>
    </>
  );
}

function LineText({ line }: { line: Line | undefined }) {
  const { messages, format } = useLanguage();
  const { decidedBy: byWhom } = useWords(answerWords);
  const words = useWords(severalWords);
  if (line === undefined) return null;
  const isCounted = line.kind === 'added' || line.kind === 'approved' || line.kind === 'denied';
  const tone = isCounted ? 'font-medium text-ink' : 'text-review-ink';
  if (line.kind !== 'already') return <span className={tone}>{words.lines[line.kind]}</span>;
  const { decidedBy, decidedAt } = line.review;
  if (decidedBy === null || decidedAt === null) return <span className={tone}>{words.already[line.status]('')}</span>;
  const place = words.channels[decidedBy.channel as keyof typeof words.channels];
  const role = messages.words.roles[decidedBy.role];
  const by = byWhom(decidedBy.name ?? decidedBy.id, role, format.dateTime(decidedAt));
  return <span className={tone}>{words.already[line.status](place === undefined ? by : `${by}, ${place}`)}</span>;
}
