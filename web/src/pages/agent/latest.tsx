// SPDX-License-Identifier: Apache-2.0
/** The last decisions about an agent, as they come. */
import type { AgentDetail } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { readOf } from '../../api/reading.ts';
import { Risk } from '../../decision/risk.tsx';
import { RowAct } from '../../decision/sentence.tsx';
import { Verdict } from '../../decision/verdict.tsx';
import { Panel } from '../../detail/panel.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { useFollower } from '../../live/followers.ts';
import { useSandbox } from '../../page/sandbox.ts';
import { Answered } from '../../ui/answered.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Timestamp, useNow } from '../../ui/timestamp.tsx';
import { agentWords } from './words.ts';

const SHOWN = 6;

export function Latest({ agent: { name } }: { agent: AgentDetail }) {
  const { format } = useLanguage();
  const words = useWords(agentWords);
  const isSandbox = useSandbox();
  const nowMs = useNow();
  const latest = useQuery(
    readOf('listEvents', { query: { agent: name, limit: String(SHOWN), sandbox: isSandbox ? 'true' : 'false' } }),
  );
  useFollower(true, () => void latest.refetch());
  return (
    <Panel title={words.latest} isFlush>
      <Answered query={latest} skeleton={<Skeleton rows={SHOWN} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="px-6 pb-4 text-ink-3 max-md:px-4">{words.latestNone}</p>
          ) : (
            <ul>
              {items.map((event) => (
                <li key={event.id} className="border-t border-line">
                  <Link
                    to="/events/$eventId"
                    params={{ eventId: event.id }}
                    className="grid min-h-8.5 grid-cols-[auto_auto_minmax(0,1fr)_auto] items-center gap-x-3 px-6 py-1
                      hover:bg-hover focus-visible:-outline-offset-2 max-md:min-h-11 max-md:px-4"
                  >
                    <span className="text-ink-3 tabular-nums">
                      <Timestamp iso={event.createdAt} text={format.recent(event.createdAt, nowMs)} />
                    </span>
                    <Verdict event={event} />
                    <span className="truncate text-ink-2">
                      <RowAct event={event} />
                    </span>
                    <Risk level={event.riskLevel} score={event.riskScore} />
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </Panel>
  );
}
