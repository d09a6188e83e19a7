/**
 * How it was decided, as a line of steps in the order of the service; the step that decided has the outcome's shape.
 */
import type { EventDetail } from '@svc/contract';
import { Link2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { conditionText } from './conditions.ts';
import { deciderOf } from './decider.ts';
import { FindingTags } from './findings.tsx';
import { OutcomeGlyph } from './glyph.tsx';
import { EntryProof } from './history.tsx';
import { nearestOf } from './policies.tsx';
import { useReason, useWatched } from './reason.tsx';
import { Waterfall } from './waterfall.tsx';
import { whyWords } from './why-words.ts';

const GLYPHS = { ALLOW: 'allowed', REVIEW: 'waiting', BLOCK: 'blocked' } as const;

interface TraceProps {
  detail: EventDetail;
  /** Stands for the findings where nothing was scanned. */
  found?: ReactNode;
}

export function Trace({ detail, found }: TraceProps) {
  const { messages, format } = useLanguage();
  const why = useWords(whyWords);
  const { event, why: explained, audit } = detail;
  const reason = useReason(event);
  const watched = useWatched(event);
  const decider = deciderOf(event);
  const isRefused = decider.by === 'paused' || decider.by === 'permission';
  const [recorded] = audit;
  const outcome = <OutcomeGlyph outcome={GLYPHS[event.decision]} />;
  const matched = explained.policies.filter((policy) => policy.matched).length;
  return (
    <ol>
      {isRefused ? (
        <Step mark={outcome} title={reason.title} text={reason.text} />
      ) : (
        <Step title={why.mayTry} text={why.mayTryText} />
      )}
      <Step title={why.scanned}>{found ?? <FindingTags event={event} />}</Step>
      <Step title={why.riskTitle(event.riskScore, messages.words.riskLevels[event.riskLevel])}>
        <div className="mt-1">
          <Waterfall event={event} factors={explained.riskFactors} />
        </div>
      </Step>
      {explained.policiesTotal === 0 ? (
        <Step title={why.policiesTitle} text={why.noPolicy} />
      ) : (
        <Step title={why.policies(format.number(explained.policiesTotal), matched)}>
          {matched === 0 ? <Nearest detail={detail} /> : <MatchedNames detail={detail} />}
        </Step>
      )}
      {!isRefused && <Step mark={outcome} title={reason.title} text={`${reason.text} ${watched}`.trim()} />}
      {recorded !== undefined && (
        <Step
          mark={<Link2 aria-hidden className="size-3.5 text-allow-fill" />}
          title={why.recordedAs(format.number(recorded.seq))}
        >
          <EntryProof entry={recorded} isNumbered={false} />
        </Step>
      )}
    </ol>
  );
}

interface StepProps {
  mark?: ReactNode;
  title: string;
  text?: string;
  children?: ReactNode;
}

function Step({ mark, title, text, children }: StepProps) {
  return (
    <li
      className="relative pb-4 pl-7 before:absolute before:top-5 before:bottom-0 before:left-[7px] before:w-px
      before:bg-line last:pb-0 last:before:hidden"
    >
      <span className="absolute top-[3px] left-0 grid size-3.5 place-items-center bg-surface">
        {mark ?? <span className="size-1.5 rounded-full border border-edge" />}
      </span>
      <p className="font-semibold">{title}</p>
      {text !== undefined && text !== '' && <p className="text-ink-2">{text}</p>}
      {children}
    </li>
  );
}

function MatchedNames({ detail }: { detail: EventDetail }) {
  const names = detail.why.policies.filter(({ matched }) => matched).map(({ name }) => name);
  return <p className="text-ink-2">{names.join(', ')}</p>;
}

/** The place where the closest policy fails, for a person who expected it to match. */
function Nearest({ detail: { event, why: explained } }: { detail: EventDetail }) {
  const { messages, format } = useLanguage();
  const why = useWords(whyWords);
  const nearest = nearestOf(explained.policies);
  if (nearest === null) return null;
  const { asked, actual } = conditionText(nearest.fails, event, { words: messages.words, why, format });
  return (
    <p className="text-ink-2">
      {why.nearest} <b className="font-medium text-ink">{nearest.policy.name}</b>. {why.failsAt} {asked};{' '}
      {why.thisCall(actual)}.
    </p>
  );
}
