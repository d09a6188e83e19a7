// SPDX-License-Identifier: Apache-2.0
/** One review of the list: who, what, why, how risky, and how long it still waits. */
import type { ReviewItem } from '@svc/contract';
import { ActOfRow } from '../../decision/act-state.tsx';
import { Countdown } from '../../decision/countdown.tsx';
import { Risk } from '../../decision/risk.tsx';
import { SaidInRow } from '../../decision/said-in-row.tsx';
import { ShortAct } from '../../decision/sentence.tsx';
import { Verdict } from '../../decision/verdict.tsx';
import { whyWords } from '../../decision/why-words.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { Tag } from '../../ui/tag.tsx';
import { reviewsWords } from './words.ts';

export function ReviewRow({ item }: { item: ReviewItem }) {
  const { shell, words: common } = useLanguage().messages;
  const { types } = useWords(whyWords);
  const words = useWords(reviewsWords);
  const { event } = item;
  return (
    <>
      <span className="flex items-center justify-between gap-3">
        <span className="min-w-0 truncate font-mono font-semibold">{event.agent.name}</span>
        {item.status === 'PENDING' ? (
          <Countdown from={item.createdAt} until={item.expiresAt} />
        ) : (
          <span className="flex items-center gap-3">
            <Verdict event={event} />
            <ActOfRow event={event} />
          </span>
        )}
      </span>
      <span>
        <ShortAct event={event} />
      </span>
      <SaidInRow event={event} />
      <span className="flex items-center justify-between gap-3 text-ink-3">
        <span className="min-w-0 truncate text-meta">
          {[
            event.destination === null ? null : common.destinations[event.destination],
            event.dlpFindings.length === 0 ? null : event.dlpFindings.map((type) => types[type]).join(', '),
            event.budget?.name ?? event.policy?.name ?? words.byRisk(event.riskScore),
          ]
            .filter((text) => text !== null)
            .join(' · ')}
          {item.status === 'PENDING' && item.approvals.needed > 1 && (
            <span className="text-ink-2">{`, ${words.given(item.approvals.given, item.approvals.needed)}`}</span>
          )}
          {item.status === 'PENDING' && !item.canResolve && `, ${words.others.toLocaleLowerCase()}`}
        </span>
        <span className="flex shrink-0 items-center gap-2">
          {event.sandbox && <Tag isDashed>{shell.sandbox}</Tag>}
          <Risk level={event.riskLevel} score={event.riskScore} />
        </span>
      </span>
    </>
  );
}
