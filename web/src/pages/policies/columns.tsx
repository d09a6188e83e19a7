// SPDX-License-Identifier: Apache-2.0
/** The columns of the list of policies. */
import type { PolicyItem } from '@svc/contract';
import { LIST_SEARCH_CHARACTERS_MAX } from '@svc/contract/limits';
import { situationSentence } from '@svc/core/plain-words';
import { Link } from '@tanstack/react-router';
import { Sparkline } from '../../charts/sparkline.tsx';
import { useApproverNames } from '../../decision/approver-names.ts';
import { PANEL_LINK } from '../../detail/panel.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import type { ListColumn } from '../../list/columns.ts';
import { useAuthor } from '../../policy/author.ts';
import { registryWords } from '../../registry/words.ts';
import { Tag } from '../../ui/tag.tsx';
import { Timestamp, useNow } from '../../ui/timestamp.tsx';
import { PolicyActs } from './acts.tsx';
import { useFinding } from './findings.ts';
import { ModeWord } from './mode.tsx';
import { ShadowedTag } from './shadowed-tag.tsx';
import { policiesWords } from './words.ts';

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

export function useColumns(): ListColumn<PolicyItem>[] {
  const words = useWords(policiesWords);
  // A row that waited for words of its own would hold back all rows.
  const { acts: actsOn } = useWords(registryWords);
  const authorOf = useAuthor();
  const modeOf = ({ enabled, mode }: PolicyItem) => (enabled ? words.modes[mode] : words.off);
  const approverNames = useApproverNames();
  const approversOf = (policy: PolicyItem) => {
    const { decision, approvals: { count = 1 } = {} } = policy;
    if (decision !== 'REVIEW') return null;
    const names = approverNames(policy).map(capitalized).join(', ');
    return count === 1 ? names : `${names} (${count})`;
  };
  return [
    {
      id: 'name',
      name: words.policy,
      width: 'minmax(12rem, 1fr)',
      phone: 'start',
      value: ({ name }) => name,
      cell: (policy) => <NameCell policy={policy} />,
    },
    {
      id: 'mode',
      name: words.mode,
      width: '6rem',
      phone: 'middle',
      value: modeOf,
      cell: (policy) => <ModeWord policy={policy} />,
    },
    {
      id: 'mayApprove',
      name: words.mayApprove,
      width: '12rem',
      isWide: true,
      value: approversOf,
      cell: (policy) => <span className="text-ink-2">{approversOf(policy)}</span>,
    },
    {
      id: 'hits',
      name: words.hits,
      width: '10rem',
      phone: 'end',
      value: ({ hits }) => hits.decisions,
      cell: (policy) => <Hits policy={policy} />,
    },
    {
      id: 'updatedAt',
      isTime: true,
      name: words.changed,
      width: '11rem',
      isWide: true,
      value: ({ updatedAt }) => updatedAt,
      cell: ({ changedBy, updatedAt }) => <Changed author={authorOf(changedBy)} iso={updatedAt} />,
    },
    {
      id: 'acts',
      name: words.acts,
      width: '1.75rem',
      isAct: true,
      value: () => null,
      cell: (policy) => <PolicyActs policy={policy} label={actsOn(policy.name)} />,
    },
  ];
}

/** The name, and below it the sentence: that is what a person looks for, on phones too. */
function NameCell({ policy }: { policy: PolicyItem }) {
  const words = useWords(policiesWords);
  const { language } = useLanguage();
  const finding = useFinding(policy.id);
  const { agents, conditionLeftOut, enabled, name } = policy;
  const names = new Map(agents.map((agent) => [agent.id.toLowerCase(), agent.name]));
  const sentence = situationSentence(policy, { language, agentNames: (id) => names.get(id.toLowerCase()) });
  return (
    <span className="flex min-w-0 flex-col leading-4.5">
      <span className="flex min-w-0 items-center gap-2">
        <span className={`truncate font-medium ${enabled ? '' : 'text-ink-3'}`}>{name}</span>
        {finding === 'SHADOWED' && <ShadowedTag id={policy.id} />}
        {finding !== undefined && finding !== 'SHADOWED' && <Tag isDashed>{words.findings[finding]}</Tag>}
      </span>
      <span className="truncate text-meta text-ink-3">{conditionLeftOut ? words.longCondition : sentence}</span>
    </span>
  );
}

const OUTCOMES = { ALLOW: 'allowed', REVIEW: 'waiting', BLOCK: 'blocked' } as const;

function Hits({ policy: { name, decision, enabled, hits, mode } }: { policy: PolicyItem }) {
  const { format } = useLanguage();
  const words = useWords(policiesWords);
  const count = format.number(hits.decisions);
  const hue = mode === 'MONITOR' ? ('would-block' as const) : OUTCOMES[decision];
  const isGrey = !enabled || hits.decisions === 0;
  return (
    <span className="flex items-center justify-between gap-3 tabular-nums">
      <span className="max-md:hidden">
        <Sparkline values={hits.days} {...(!isGrey && { outcome: hue })} />
      </span>
      {hits.decisions === 0 ? (
        <span className="text-ink-3">{count}</span>
      ) : (
        <Link
          to="/events"
          search={{ q: name.slice(0, LIST_SEARCH_CHARACTERS_MAX) }}
          aria-label={words.eventsOf(name, count)}
          className={`relative z-1 font-semibold ${PANEL_LINK}`}
        >
          {count}
        </Link>
      )}
    </span>
  );
}

const TICK_EVERY_MS = 60_000;

function Changed({ author, iso }: { author: string; iso: string }) {
  const { format } = useLanguage();
  const nowMs = useNow(TICK_EVERY_MS);
  return (
    <span className="flex min-w-0 flex-col leading-4.5">
      <span className="truncate text-ink-2">{author}</span>
      <span className="truncate text-meta text-ink-3">
        <Timestamp iso={iso} text={format.ago(iso, nowMs)} />
      </span>
    </span>
  );
}
