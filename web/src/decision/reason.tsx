/** Why it was decided so, in one or two sentences in the language of the person. */
import type { EventDetail, EventItem } from '@svc/contract';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { type Decider, deciderOf, watchedOf } from './decider.ts';
import { whyWords } from './why-words.ts';

interface Told {
  title: string;
  text: string;
}

/** The cause of the decision, as a title and the sentence under it. */
export function useReason(event: EventItem): Told {
  const { messages } = useLanguage();
  const why = useWords(whyWords);
  const decider = deciderOf(event);
  const { decision, riskScore } = event;
  const told: Readonly<Record<Decider['by'], () => Told>> = {
    policy: () => ({ title: why.decidedTitle.policy[decision], text: why.policyText(event.policy?.name ?? '') }),
    risk: () => ({
      title: why.decidedTitle.risk[decision],
      text: why.riskText(riskScore, decider.by === 'risk' ? decider.threshold : 0),
    }),
    paused: () => ({ title: why.paused, text: why.pausedText }),
    permission: () => ({
      title: why.permission,
      text: why.permissionText(messages.words.actions[event.action], event.resource.name),
    }),
    nothing: () => ({ title: why.nothing, text: why.nothingText }),
    other: () => ({ title: messages.words.decisions[decision], text: decider.by === 'other' ? decider.text : '' }),
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
  const reason = useReason(event);
  const watched = useWatched(event);
  const decider = deciderOf(event);
  if (review?.status !== 'PENDING') {
    return (
      <p>
        {reason.text} {watched}
      </p>
    );
  }
  if (decider.by === 'risk') return <p>{why.waitsForRisk(event.riskScore, decider.threshold)}</p>;
  const roles = format.list(review.approverRoles.map((role) => messages.words.roles[role].toLowerCase()));
  const [before, after] = why.waitsForPolicy(roles);
  return (
    <p>
      {before}
      <b className="font-medium text-ink">{event.policy?.name}</b>
      {after} {watched}
    </p>
  );
}
