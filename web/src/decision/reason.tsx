// SPDX-License-Identifier: Apache-2.0
/** Why it was decided so, in one or two sentences in the language of the person. */
import type { EventDetail, EventItem } from '@svc/contract';
import type { ReactNode } from 'react';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { type Decider, deciderOf, watchedOf } from './decider.ts';
import { PolicyLink } from './policies.tsx';
import { whyWords } from './why-words.ts';

/** The cause of a decision, as a sentence; the policy leads to its page. */
export function Cause({ event }: { event: EventItem }): ReactNode {
  const { messages } = useLanguage();
  const why = useWords(whyWords);
  const decider = deciderOf(event);
  const [before, after] = why.policyText;
  const told: Readonly<Record<Decider['by'], () => ReactNode>> = {
    policy: () => (
      <>
        {before}
        {event.policy !== null && <PolicyLink policy={event.policy} />}
        {after}
      </>
    ),
    risk: () => why.riskText(event.riskScore, decider.by === 'risk' ? decider.threshold : 0),
    paused: () => why.pausedText,
    permission: () => why.permissionText(messages.words.actions[event.action], event.resource.name),
    nothing: () => why.nothingText,
    other: () => (decider.by === 'other' ? decider.text : ''),
  };
  return told[decider.by]();
}

/** The decision under full enforcement; empty unless something is only monitored. */
export function useWatched(event: EventItem): string {
  const why = useWords(whyWords);
  const watched = watchedOf(event);
  if (watched === null) return '';
  const sentence = why.watchedBy(why.watched[watched.decision], watched.policy);
  return watched.isOrganization ? `${why.organizationWatches} ${sentence}` : sentence;
}

/** Under the sentence of a decision: why it waits, or what decided. */
export function WhyLine({ detail: { event, review } }: { detail: EventDetail }) {
  const { messages, format } = useLanguage();
  const why = useWords(whyWords);
  const watched = useWatched(event);
  const decider = deciderOf(event);
  if (review?.status !== 'PENDING') {
    return (
      <p>
        <Cause event={event} /> {watched}
      </p>
    );
  }
  if (decider.by === 'risk') return <p>{why.waitsForRisk(event.riskScore, decider.threshold)}</p>;
  const roles = format.list(review.approverRoles.map((role) => messages.words.roles[role].toLowerCase()));
  const [before, after] = why.waitsForPolicy(roles);
  return (
    <p>
      {before}
      {event.policy !== null && <PolicyLink policy={event.policy} />}
      {after} {watched}
    </p>
  );
}
