/** One review of the list: who, what, why, how risky, and how long it still waits. */
import type { ReviewItem } from '@svc/contract';
import { Countdown } from '../../decision/countdown.tsx';
import { Risk } from '../../decision/risk.tsx';
import { ShortAct } from '../../decision/sentence.tsx';
import { Verdict } from '../../decision/verdict.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { Tag } from '../../ui/tag.tsx';
import { reviewsWords } from './words.ts';

export function ReviewRow({ item }: { item: ReviewItem }) {
  const { shell } = useLanguage().messages;
  const words = useWords(reviewsWords);
  const { event } = item;
  return (
    <>
      <span className="flex items-center justify-between gap-3">
        <span className="min-w-0 truncate font-mono font-semibold">{event.agent.name}</span>
        {item.status === 'PENDING' ? (
          <Countdown from={item.createdAt} until={item.expiresAt} />
        ) : (
          <Verdict event={event} />
        )}
      </span>
      <span>
        <ShortAct event={event} />
      </span>
      <span className="flex items-center justify-between gap-3 text-ink-3">
        <span className="min-w-0 truncate text-meta">
          {event.policy?.name ?? words.byRisk(event.riskScore)}
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
