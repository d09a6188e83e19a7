// SPDX-License-Identifier: Apache-2.0
/** The facts of an agent, each with one line that says why it matters, and a way to what it counts. */
import type { AgentDetail } from '@svc/contract';
import { ACTIVITY_DAYS, EXCEEDING_COUNTED_MAX } from '@svc/contract/limits';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Fact, Facts } from '../../detail/facts.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { stoppedOf, useShare } from '../../registry/activity.tsx';
import { useNow } from '../../ui/timestamp.tsx';
import { agentWords } from './words.ts';

const SINCE_MS = ACTIVITY_DAYS * 86_400_000;

export function AgentFacts({ agent }: { agent: AgentDetail }) {
  const { format } = useLanguage();
  const words = useWords(agentWords);
  const share = useShare();
  const nowMs = useNow();
  const { name, activity, waitingReviews, openAnomalies, firstReviewExpiresAt } = agent;
  const from = new Date(Math.floor((nowMs - SINCE_MS) / 60_000) * 60_000).toISOString();
  const left = firstReviewExpiresAt === null ? null : format.left(firstReviewExpiresAt, nowMs);
  const stopped = stoppedOf(activity);
  const number = format.number;
  const more = useFewFacts(agent);
  return (
    <Facts
      facts={[
        {
          label: words.asked,
          isFigure: true,
          value: (
            <Link to="/events" search={{ agent: name, from }} className={NUMBER}>
              {number(activity.asked)}
            </Link>
          ),
          hint:
            activity.asked === 0
              ? words.askedNothing
              : words.perDay(number(Math.round(activity.asked / ACTIVITY_DAYS))),
        },
        {
          label: words.stopped,
          isFigure: true,
          value: (
            <Link to="/events" search={{ agent: name, from, decision: stoppedBy(activity) }} className={NUMBER}>
              {number(stopped)}
            </Link>
          ),
          hint: activity.asked === 0 ? '–' : words.shareOf(share(activity)),
        },
        {
          label: words.waiting,
          isFigure: true,
          value: (
            <Link to="/reviews" search={{ q: name }} className={NUMBER}>
              {number(waitingReviews)}
            </Link>
          ),
          hint: left === null ? words.waitingNone : <Urgent>{words.firstExpires(left)}</Urgent>,
        },
        {
          label: words.anomalies,
          isFigure: true,
          value: (
            <Link to="/anomalies" search={{ agent: name }} className={NUMBER}>
              {number(openAnomalies)}
            </Link>
          ),
          hint: openAnomalies === 0 ? words.anomaliesNone : <Urgent>{words.anomaliesSome}</Urgent>,
        },
        ...more,
        {
          label: words.lastAsked,
          isFigure: true,
          value: activity.lastAt === null ? words.neverAsked : format.recent(activity.lastAt, nowMs),
          hint: activity.lastAt === null ? words.neverAskedHint : format.ago(activity.lastAt, nowMs),
        },
      ]}
    />
  );
}

/** Facts that few agents have. */
function useFewFacts(agent: AgentDetail): Fact[] {
  const {
    format: { number },
  } = useLanguage();
  const words = useWords(agentWords);
  const { name } = agent;
  const exceeding: Fact = {
    label: words.exceeding,
    isFigure: true,
    value: (
      <Link to="/events" search={{ agent: name, exceeds: 'true' }} className={NUMBER}>
        {number(agent.exceeding)}
        {agent.exceeding >= EXCEEDING_COUNTED_MAX && '+'}
      </Link>
    ),
    hint: <Urgent>{words.exceedingHint}</Urgent>,
  };
  const grants: Fact = {
    label: words.grants,
    isFigure: true,
    value: (
      <Link to="/grants" search={{ agent: name, status: 'LIVE' }} className={NUMBER}>
        {number(agent.liveGrants)}
      </Link>
    ),
    hint: words.grantsHint,
  };
  return [...(agent.liveGrants > 0 ? [grants] : []), ...(agent.exceeding > 0 ? [exceeding] : [])];
}

const NUMBER = 'decoration-line-strong underline-offset-4 hover:underline';

/** The kind of stop there was more of: a list of events filters by one. */
const stoppedBy = ({ reviewed, blocked }: AgentDetail['activity']) => (reviewed > blocked ? 'REVIEW' : 'BLOCK');

function Urgent({ children }: { children: ReactNode }) {
  return <span className="font-medium text-review-ink">{children}</span>;
}
