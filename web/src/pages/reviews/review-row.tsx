/** One review of the list: who, what, why, how risky, and how long it still waits. */
import type { ReviewItem } from '@svc/contract';
import { Link } from '@tanstack/react-router';
import { Countdown } from '../../decision/countdown.tsx';
import { Risk } from '../../decision/risk.tsx';
import { ShortAct } from '../../decision/sentence.tsx';
import { Verdict } from '../../decision/verdict.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { Tag } from '../../ui/tag.tsx';
import { reviewsWords } from './words.ts';

const ROW =
  'flex flex-col gap-1.5 border-b border-line px-4 py-3 transition-colors hover:bg-hover focus-' +
  'visible:-outline-offset-2 ' +
  'md:aria-[current]:bg-selected md:aria-[current]:shadow-edge';

export function ReviewRow({ item, isSelected }: { item: ReviewItem; isSelected: boolean }) {
  const { shell } = useLanguage().messages;
  const words = useWords(reviewsWords);
  const { event } = item;
  return (
    <li>
      <Link
        from="/reviews"
        to="/reviews"
        search={(search) => ({ ...search, event: item.eventId })}
        resetScroll={false}
        activeProps={{}}
        aria-current={isSelected ? 'true' : undefined}
        className={ROW}
      >
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
      </Link>
    </li>
  );
}
