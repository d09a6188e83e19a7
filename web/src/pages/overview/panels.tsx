// SPDX-License-Identifier: Apache-2.0
/** The causes of stopped decisions, their agents and resources, and the findings in their content. */
import type { Dashboard, DashboardCause, DashboardSubject } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { organizationQuery } from '../../api/organization.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { OutcomeGlyph } from '../../decision/glyph.tsx';
import { whyWords } from '../../decision/why-words.ts';
import { PANEL_LINK } from '../../detail/panel.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { useFormats } from './formats.ts';
import { Bar, Nothing, Region } from './region.tsx';
import { overviewWords } from './words.ts';

const SHOWN_MAX = 6;

interface PanelProps {
  dashboard: Dashboard;
  periodName: string;
}

export function Causes({ dashboard, periodName }: PanelProps) {
  const words = useWords(overviewWords);
  const { format } = useLanguage();
  const nameOf = useCauseName();
  const causes = dashboard.causes.slice(0, SHOWN_MAX);
  const top = Math.max(1, ...causes.map(stoppedBy));
  return (
    <Region title={words.causesTitle} aside={periodName} className="xl:border-r">
      {causes.length === 0 && <Nothing>{words.noCause}</Nothing>}
      <ul className="flex flex-col gap-2.5">
        {causes.map((cause) => {
          const isBlock = cause.blocked >= cause.reviewed;
          const { name, kind } = nameOf(cause);
          const search = { from: dashboard.from, decision: isBlock ? 'BLOCK' : 'REVIEW' } as const;
          return (
            <li key={`${cause.kind} ${cause.policy?.id}`} className="flex gap-2">
              <OutcomeGlyph outcome={isBlock ? 'blocked' : 'waiting'} className="mt-0.5 size-3.5" />
              <div className="min-w-0 grow">
                <div className="flex items-baseline gap-2 pb-1">
                  <span className="min-w-0 truncate" title={name}>
                    {name}
                  </span>
                  <span className="text-meta text-ink-3">{kind}</span>
                  <Link
                    to="/events"
                    search={cause.policy?.name == null ? search : { ...search, q: cause.policy.name.slice(0, 100) }}
                    className={`ml-auto font-semibold tabular-nums ${PANEL_LINK}`}
                    aria-label={words.eventsOf(name, format.number(stoppedBy(cause)))}
                  >
                    {format.number(stoppedBy(cause))}
                  </Link>
                </div>
                <Bar share={stoppedBy(cause) / top} fill={isBlock ? 'fill-block-fill' : 'fill-review-fill'} />
              </div>
            </li>
          );
        })}
      </ul>
    </Region>
  );
}

const stoppedBy = ({ reviewed, blocked }: DashboardCause): number => reviewed + blocked;

/** The limits are those of today. */
function useCauseName(): (cause: DashboardCause) => { name: string; kind: string } {
  const words = useWords(overviewWords);
  const { data } = useQuery(organizationQuery);
  return ({ kind, policy }) => {
    switch (kind) {
      case 'POLICY':
        return { name: policy?.name ?? words.deletedPolicy, kind: words.kinds.policy };
      case 'RISK_REVIEW':
        return { name: words.riskFrom(data?.riskReviewAt), kind: words.kinds.risk };
      case 'RISK_BLOCK':
        return { name: words.riskFrom(data?.riskBlockAt), kind: words.kinds.risk };
      case 'PAUSED':
        return { name: words.paused, kind: words.kinds.pause };
      case 'PERMISSION':
        return { name: words.permission, kind: words.kinds.permission };
      case 'TOOL':
        return { name: words.tool, kind: words.kinds.tool };
      case 'BUDGET':
        return { name: words.budget, kind: words.kinds.budget };
    }
  };
}

interface SubjectsProps extends PanelProps {
  kind: 'agents' | 'resources';
}

export function Subjects({ dashboard, kind, periodName }: SubjectsProps) {
  const words = useWords(overviewWords);
  const subjects = dashboard[kind].filter(({ reviewed, blocked }) => reviewed + blocked > 0).slice(0, SHOWN_MAX);
  return (
    <Region title={words.subjectsTitle[kind]} aside={words.stoppedOfAsked} className="xl:border-r">
      {subjects.length === 0 && <Nothing>{words.noStopped(periodName)}</Nothing>}
      <ul className="flex flex-col gap-2">
        {subjects.map((subject) => (
          <Subject key={subject.id} subject={subject} kind={kind} from={dashboard.from} />
        ))}
      </ul>
    </Region>
  );
}

function Subject({ subject, kind, from }: { subject: DashboardSubject; kind: SubjectsProps['kind']; from: string }) {
  const { format } = useLanguage();
  const { share } = useFormats();
  const words = useWords(overviewWords);
  const stopped = subject.reviewed + subject.blocked;
  const name = subject.name ?? words.deleted;
  const search = kind === 'agents' ? { from, agent: subject.id } : { from, resource: subject.id };
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_5rem_3.5rem_3.5rem] items-center gap-3 tabular-nums">
      <span className={`truncate ${subject.name === null ? 'text-ink-3' : 'font-mono'}`} title={name}>
        {name}
      </span>
      <Sparkline values={subject.series} />
      <Link
        to="/events"
        search={search}
        className={`text-right font-semibold ${PANEL_LINK}`}
        aria-label={words.eventsOf(name, format.number(stopped))}
      >
        {format.number(stopped)}
      </Link>
      <span className="text-right text-ink-3">{share(subject.events === 0 ? 0 : stopped / subject.events)}</span>
    </li>
  );
}

/** Types of sensitive data in the content of decisions. */
export function Findings({ dashboard, periodName }: PanelProps) {
  const { format } = useLanguage();
  const words = useWords(overviewWords);
  const { types } = useWords(whyWords);
  const findings = dashboard.findings.slice(0, SHOWN_MAX);
  const top = Math.max(1, ...findings.map(({ events }) => events));
  return (
    <Region title={words.findingsTitle} aside={periodName} className="xl:border-r">
      {findings.length === 0 && <Nothing>{words.noFinding}</Nothing>}
      <ul className="flex flex-col gap-2.5">
        {findings.map(({ type, events, reviewed, blocked }) => (
          <li key={type}>
            <div className="flex items-baseline gap-2 pb-1">
              <span>{types[type]}</span>
              <span className="text-meta text-ink-3">
                {words.ofThemStopped(format.number(reviewed + blocked), reviewed + blocked)}
              </span>
              <span className="ml-auto font-semibold tabular-nums">{format.number(events)}</span>
            </div>
            <Bar share={events / top} fill="fill-edge" />
          </li>
        ))}
      </ul>
    </Region>
  );
}
