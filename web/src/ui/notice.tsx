/** Sentences about what happened: what it is, and how to mend it. */
import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import type { Failure } from '../api/failure.ts';
import type { Sentence } from '../language/en.ts';
import { useLanguage } from '../language/index.tsx';
import { Button } from './button.tsx';

export type NoticeTone = 'success' | 'information' | 'problem';

const LOOKS = {
  success: { box: 'bg-allow-soft text-allow', Icon: CircleCheck },
  information: { box: 'bg-neutral-soft text-ink', Icon: Info },
  problem: { box: 'bg-block-soft text-block', Icon: TriangleAlert },
} as const satisfies Record<NoticeTone, unknown>;

interface NoticeProps {
  tone: NoticeTone;
  what: string;
  mend?: string | undefined;
  /** Takes the focus when the thing that had it is gone. */
  ref?: Ref<HTMLDivElement>;
  children?: ReactNode;
}

/** What went wrong interrupts a reader of the screen; anything else waits for a pause. */
export function Notice({ tone, what, mend, ref, children }: NoticeProps) {
  const { box, Icon } = LOOKS[tone];
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role={tone === 'problem' ? 'alert' : 'status'}
      className={`flex items-start gap-3 rounded-lg px-4 py-3 ${box}`}
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 grow">
        <p className="font-medium">{what}</p>
        {mend !== undefined && mend !== '' && <p className="text-sm text-ink">{mend}</p>}
        {children}
      </div>
    </div>
  );
}

export function FailureNotice({ failure, onRetry }: { failure: Failure; onRetry?: (() => void) | undefined }) {
  const { messages } = useLanguage();
  const { what, mend } = useSentence(failure);
  return (
    <Notice tone="problem" what={what} mend={mend}>
      {failure.kind === 'refused' && failure.requestId !== '' && (
        <p className="mt-1 font-mono text-xs text-muted">{messages.failures.requestId(failure.requestId)}</p>
      )}
      {onRetry !== undefined && (
        <Button className="mt-2" onClick={onRetry}>
          {messages.tryAgain}
        </Button>
      )}
    </Notice>
  );
}

/** The catalogue's sentence of a failure, in the language of the page. */
function useSentence(failure: Failure): Sentence {
  const { messages } = useLanguage();
  const { failures } = messages;
  if (failure.kind !== 'refused') return failures[failure.kind];
  const sentence = failures.byCode[failure.code] ?? failures.byCode.unreadable;
  if (failure.retryAfterSeconds === null) return sentence;
  return { what: sentence.what, mend: failures.rateLimited(failure.retryAfterSeconds) };
}
