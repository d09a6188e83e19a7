// SPDX-License-Identifier: Apache-2.0
/** Why it was decided so, in one or two sentences in the language of the person. */
import type { Cause as CauseCode, EventDetail, EventItem } from '@svc/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PANEL_LINK } from '../detail/panel.tsx';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { useApproverNames } from './approver-names.ts';
import { PolicyLink } from './policies.tsx';
import { whyWords } from './why-words.ts';

/** The cause of a decision, as a sentence; the policy leads to its page. */
export function Cause({ event }: { event: EventItem }): ReactNode {
  const { messages, format } = useLanguage();
  const why = useWords(whyWords);
  const { by, threshold } = event.cause;
  const { grant, budget } = event;
  const [before, after] = why.policyText;
  const told: Readonly<Record<CauseCode, () => ReactNode>> = {
    POLICY: () => (
      <>
        {before}
        {event.policy !== null && <PolicyLink policy={event.policy} />}
        {after}
      </>
    ),
    RISK: () => why.riskText(event.riskScore, threshold ?? 0),
    PAUSED: () => why.pausedText,
    PERMISSION: () => why.permissionText(messages.words.actions[event.action], event.resource.name),
    TOOL: () => why.toolText,
    GRANT: () => (
      <>
        {why.grantText(format.dateTime(grant?.until ?? ''))}{' '}
        <Link to="/grants" search={{ open: grant?.id ?? '' }} className={PANEL_LINK}>
          {why.seeGrant}
        </Link>
      </>
    ),
    BUDGET: () => why.budgetText(budget?.name ?? '', format.dateTime(budget?.resetsAt ?? '')),
    MODE: () => why.nothingText,
    NOTHING: () => why.nothingText,
  };
  return told[by]();
}

/** The decision under full enforcement; empty unless something is only monitored. */
export function useWatched({ cause: { by, underFullEnforcement: watched }, budget }: EventItem): string {
  const why = useWords(whyWords);
  if (watched === null) return '';
  const would = why.watched[watched.decision];
  const sentence =
    watched.by === 'BUDGET'
      ? why.watchedByBudget(would, budget?.name ?? '')
      : watched.by === 'TOOL'
        ? why.watchedByTool(would)
        : why.watchedBy(would, watched.policy?.name ?? null);
  return by === 'MODE' ? `${why.organizationWatches} ${sentence}` : sentence;
}

/** Under the sentence of a decision: why it waits, or what decided. */
export function WhyLine({ detail: { event, review } }: { detail: EventDetail }) {
  const { format } = useLanguage();
  const why = useWords(whyWords);
  const approverNames = useApproverNames();
  const watched = useWatched(event);
  if (review?.status !== 'PENDING') {
    return (
      <p>
        <Cause event={event} /> {watched}
      </p>
    );
  }
  const { by, threshold } = event.cause;
  if (by === 'RISK') return <p>{why.waitsForRisk(event.riskScore, threshold ?? 0)}</p>;
  const roles = format.list(approverNames(review));
  if (by === 'TOOL') return <p>{why.waitsForTool(roles)}</p>;
  if (by === 'BUDGET') return <p>{why.waitsForBudget(event.budget?.name ?? '', roles)}</p>;
  const [before, after] = why.waitsForPolicy(roles);
  return (
    <p>
      {before}
      {event.policy !== null && <PolicyLink policy={event.policy} />}
      {after} {watched}
    </p>
  );
}
