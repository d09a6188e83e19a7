// SPDX-License-Identifier: Apache-2.0
/** An agent's decisions of 30 days: all of them above, the stopped ones below on a scale of their own. */
import type { AgentDetail, Dashboard } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { readOf } from '../../api/reading.ts';
import { ScaledLanes } from '../../charts/scaled-lanes.tsx';
import { chartWords } from '../../charts/words.ts';
import { PANEL_LINK, Panel } from '../../detail/panel.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { useSandbox } from '../../page/sandbox.ts';
import { Answered } from '../../ui/answered.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useFormats } from '../overview/formats.ts';
import { agentWords } from './words.ts';

export function AgentDecisions({ agent: { id, name } }: { agent: AgentDetail }) {
  const words = useWords(agentWords);
  const isSandbox = useSandbox();
  const dashboard = useQuery(readOf('readDashboard', { query: { agent: id, sandbox: isSandbox ? 'true' : 'false' } }));
  const all = (
    <Link to="/events" search={{ agent: name }} className={PANEL_LINK}>
      {words.allEvents}
    </Link>
  );
  return (
    <Panel title={words.chart} aside={all}>
      <Answered query={dashboard} skeleton={<Skeleton rows={4} />}>
        {(answer) => <Chart dashboard={answer} name={name} />}
      </Answered>
    </Panel>
  );
}

function Chart({ dashboard, name }: { dashboard: Dashboard; name: string }) {
  const { format } = useLanguage();
  const formats = useFormats();
  const words = useWords(agentWords);
  const lanes = useWords(chartWords);
  const { series, timeZone } = dashboard;
  const dayOf = (atMs: number) => formats.dayIn(atMs, timeZone);
  if (series.every(({ events }) => events === 0)) return <p className="text-ink-3">{words.didNone}</p>;
  const bins = series.map((bin, index) => ({
    atMs: Date.parse(bin.at),
    isOpen: index === series.length - 1,
    whole: bin.events,
    parts: [bin.blocked, bin.reviewed, bin.wouldReview + bin.wouldBlock],
  }));
  const said = (index: number) => {
    const bin = series[index];
    if (bin === undefined) return null;
    const to = series[index + 1]?.at;
    const numbers = [
      `${lanes.allowed} ${format.number(bin.allowed)}`,
      `${lanes.waited} ${format.number(bin.reviewed)}`,
      `${lanes.blocked} ${format.number(bin.blocked)}`,
    ].join(', ');
    return (
      <>
        {lanes.periodSays(dayOf(Date.parse(bin.at)), numbers)}{' '}
        <Link
          to="/events"
          search={{ agent: name, from: bin.at, ...(to !== undefined && { to }) }}
          className="text-ink underline"
        >
          {words.itsEvents}
        </Link>
      </>
    );
  };
  return (
    <ScaledLanes
      label={words.chart}
      bins={bins}
      variants={['blocked', 'waited', 'would']}
      tickText={dayOf}
      scaleText={formats.compact}
      said={said}
      hint={words.chartHint}
    />
  );
}
