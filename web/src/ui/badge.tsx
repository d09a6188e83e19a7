/** Words of the service as small labels. The word is always there: colour alone says nothing. */
import type { DecisionWord, ReviewStatus, RiskLevel } from '@svc/contract';
import type { ReactNode } from 'react';
import { useLanguage } from '../language/index.tsx';

export type Tone = 'allow' | 'review' | 'block' | 'neutral';

const TONES: Readonly<Record<Tone, string>> = {
  allow: 'bg-allow-soft text-allow',
  review: 'bg-review-soft text-review',
  block: 'bg-block-soft text-block',
  neutral: 'bg-neutral-soft text-muted',
};

export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`inline-flex rounded-md px-2 py-0.5 text-xs font-semibold whitespace-nowrap ${TONES[tone]}`}>
      {children}
    </span>
  );
}

const DECISION_TONES: Readonly<Record<DecisionWord, Tone>> = { ALLOW: 'allow', REVIEW: 'review', BLOCK: 'block' };

export function DecisionBadge({ decision }: { decision: DecisionWord }) {
  const { messages } = useLanguage();
  return <Badge tone={DECISION_TONES[decision]}>{messages.words.decisions[decision]}</Badge>;
}

/** What was decided or what a policy says, as opposed to how it stands now. */
export function VerdictBadge({ decision, isQuiet = false }: { decision: DecisionWord; isQuiet?: boolean }) {
  const { messages } = useLanguage();
  return <Badge tone={isQuiet ? 'neutral' : DECISION_TONES[decision]}>{messages.words.verdicts[decision]}</Badge>;
}

const STATUS_TONES: Readonly<Record<ReviewStatus, Tone>> = {
  PENDING: 'review',
  APPROVED: 'allow',
  DENIED: 'block',
  EXPIRED: 'neutral',
};

export function ReviewStatusBadge({ status }: { status: ReviewStatus }) {
  const { messages } = useLanguage();
  return <Badge tone={STATUS_TONES[status]}>{messages.words.reviewStatuses[status]}</Badge>;
}

const RISK_TONES: Readonly<Record<RiskLevel, Tone>> = {
  LOW: 'allow',
  MEDIUM: 'neutral',
  HIGH: 'review',
  CRITICAL: 'block',
};

export function RiskBadge({ level, score }: { level: RiskLevel; score: number }) {
  const { messages } = useLanguage();
  return (
    <Badge tone={RISK_TONES[level]}>
      {messages.words.riskLevels[level]} · {score}
    </Badge>
  );
}

/** The score as the first thing that the eye meets in a list. */
export function RiskTile({ level, score }: { level: RiskLevel; score: number }) {
  const { messages } = useLanguage();
  return (
    <div
      className={`flex h-14 w-16 shrink-0 flex-col items-center justify-center rounded-lg ${TONES[RISK_TONES[level]]}`}
    >
      <span className="text-xl leading-6 font-semibold tabular-nums">{score}</span>
      <span className="text-xs font-medium">{messages.words.riskLevels[level]}</span>
    </div>
  );
}
