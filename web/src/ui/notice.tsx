// SPDX-License-Identifier: Apache-2.0
/** Sentences about what happened: what it is, and how to mend it. */
import { CircleCheck, Info, OctagonAlert } from 'lucide-react';
import { lazy, type ReactNode, type Ref, Suspense } from 'react';
import type { Failure } from '../api/failure.ts';
import type { Sentence } from '../api/words-en.ts';
import { errorUrl } from '../help/index.ts';
import { useLanguage } from '../language/index.tsx';

export type NoticeTone = 'success' | 'information' | 'problem';

const VARIANTS = {
  success: { box: 'bg-allow-soft text-allow-ink', Icon: CircleCheck },
  information: { box: 'bg-hover text-ink', Icon: Info },
  problem: { box: 'bg-block-soft text-block-ink', Icon: OctagonAlert },
} as const satisfies Record<NoticeTone, unknown>;

interface NoticeProps {
  tone: NoticeTone;
  what: string;
  remedy?: string | undefined;
  /** Takes the focus when the thing that had it is gone. */
  ref?: Ref<HTMLDivElement>;
  children?: ReactNode;
}

/** A failure interrupts a screen reader; other notices wait for a pause. */
export function Notice({ tone, what, remedy, ref, children }: NoticeProps) {
  const { box, Icon } = VARIANTS[tone];
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role={tone === 'problem' ? 'alert' : 'status'}
      className={`flex items-start gap-2.5 rounded-m px-3 py-2 ${box}`}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="flex min-w-0 grow flex-wrap items-baseline gap-x-2">
        <p className="font-medium">{what}</p>
        {remedy !== undefined && remedy !== '' && <p className="text-ink-2">{remedy}</p>}
        {children}
      </div>
    </div>
  );
}

const BrokenClaims = lazy(() => import('../policy/claim/broken-claims.tsx'));

interface FailureNoticeProps {
  failure: Failure;
  onRetry?: (() => void) | undefined;
}

export function FailureNotice(props: FailureNoticeProps) {
  const { failure } = props;
  if (failure.kind !== 'refused' || failure.brokenClaims === null) return <PlainFailure {...props} />;
  return (
    <Suspense>
      <BrokenClaims claims={failure.brokenClaims} />
    </Suspense>
  );
}

function PlainFailure({ failure, onRetry }: FailureNoticeProps) {
  const { language, messages } = useLanguage();
  const { ui, failures } = messages;
  const { what, remedy } = useSentence(failure);
  return (
    <Notice tone="problem" what={what} remedy={remedy}>
      {failure.kind === 'refused' && failure.proposal !== null && (
        <a href={failure.proposal.path} className="font-medium underline underline-offset-2">
          {failures.openProposal}
        </a>
      )}
      {onRetry !== undefined && (
        <button type="button" onClick={onRetry} className="ml-auto font-medium underline underline-offset-2">
          {ui.tryAgain}
        </button>
      )}
      {failure.kind === 'refused' && failure.requestId !== '' && (
        <details className="w-full text-meta">
          <summary>{ui.details}</summary>
          {failure.code !== 'unreadable' && (
            <a
              href={errorUrl(failure.code, language)}
              target="_blank"
              rel="noreferrer"
              className="mr-3 underline underline-offset-2"
            >
              {ui.whatToDo}
            </a>
          )}
          <span className="font-mono">{failures.requestId(failure.requestId)}</span>
        </details>
      )}
    </Notice>
  );
}

/** The catalogue's sentence of a failure, in the language of the page. */
function useSentence(failure: Failure): Sentence {
  const { failures } = useLanguage().messages;
  if (failure.kind !== 'refused') return failures[failure.kind];
  const sentence = failures.byCode[failure.code] ?? failures.byCode.unreadable;
  if (failure.retryAfterSeconds === null) return sentence;
  return { what: sentence.what, remedy: failures.rateLimited(failure.retryAfterSeconds) };
}
