// SPDX-License-Identifier: Apache-2.0
/** The dashboard for Grafana, from a table of panels. `npm run generate` writes it. */
import { DashboardBuilder, DatasourceVariableBuilder, RowBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder as StatBuilder } from '@grafana/grafana-foundation-sdk/stat';
import { PanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries';
import { expect, it } from 'vitest';
import { ROOT } from '../tidy/source-files.ts';

interface Panel {
  title: string;
  /** A unit of Grafana. */
  unit: string;
  /** Expressions by their legend. */
  shows: Readonly<Record<string, string>>;
  says: string;
}

const SOURCE = { type: 'prometheus', uid: '$source' };
const rate = (metric: string, by = '') => `sum${by === '' ? '' : ` by (${by})`} (rate(${metric}[$__rate_interval]))`;
const quantile = (share: number, metric: string, by = '') =>
  `histogram_quantile(${share}, ${rate(`${metric}_bucket`, by === '' ? 'le' : `le, ${by}`)})`;

const NOW: readonly Panel[] = [
  { title: 'Processes', unit: 'short', shows: { processes: 'sum(up{job="svc"})' }, says: 'Processes that answer.' },
  { title: 'Database', unit: 'bool_on_off', shows: { up: 'max(svc_database_up)' }, says: 'PostgreSQL answers.' },
  {
    title: 'Lost audit entries',
    unit: 'short',
    shows: { lost: 'max(svc_chain_lost_entries)' },
    says: 'Entries that the database lost, until the loss is accepted. Any number but 0 is an incident.',
  },
  {
    title: 'Failing tasks',
    unit: 'short',
    shows: { failing: 'count(max by (task) (svc_task_succeeded) == 0) or vector(0)' },
    says: 'Periodic tasks whose last run failed.',
  },
];

const ROWS: Readonly<Record<string, readonly Panel[]>> = {
  Decisions: [
    {
      title: 'Decisions',
      unit: 'ops',
      shows: { '{{decision}}': rate('svc_decisions_total', 'decision') },
      says: 'Recorded decisions a second.',
    },
    {
      title: 'Time of a decision',
      unit: 's',
      shows: { median: quantile(0.5, 'svc_decision_seconds'), p99: quantile(0.99, 'svc_decision_seconds') },
      says: 'From the checked key to the commit.',
    },
    {
      title: 'Time of each step, p99',
      unit: 's',
      shows: { '{{step}}': quantile(0.99, 'svc_decision_step_seconds', 'step') },
      says: 'The step that grows is where to look first.',
    },
    {
      title: 'Errors',
      unit: 'ops',
      shows: { '{{code}}': rate('svc_errors_total', 'code') },
      says: 'Answers with an error, by their code.',
    },
    {
      title: 'Decisions that wait',
      unit: 'short',
      shows: { '{{instance}}': 'svc_decisions_waiting' },
      says: 'A process refuses more than 10,000.',
    },
    {
      title: 'Decisions in a batch',
      unit: 'short',
      shows: { mean: `${rate('svc_batch_decisions_sum')} / ${rate('svc_batch_decisions_count')}` },
      says: 'More load makes larger batches.',
    },
  ],
  PostgreSQL: [
    {
      title: 'Time of a batch',
      unit: 's',
      shows: { median: quantile(0.5, 'svc_batch_seconds'), p99: quantile(0.99, 'svc_batch_seconds') },
      says: 'From its start to its commit.',
    },
    {
      title: 'Connections',
      unit: 'short',
      shows: { '{{pool}}, {{state}}': 'sum by (pool, state) (svc_pool_connections)' },
      says: 'Connections by their pool.',
    },
    {
      title: 'Requests that wait for a connection',
      unit: 'short',
      shows: { '{{pool}}': 'sum by (pool) (svc_pool_waiting)' },
      says: 'More than a few for minutes: statements are slow, or connections too few.',
    },
  ],
  'What goes out': [
    {
      title: 'Webhooks',
      unit: 'ops',
      shows: { '{{outcome}}': rate('svc_delivery_attempts_total', 'outcome') },
      says: 'Attempts, by their outcome.',
    },
    {
      title: 'Oldest due entry',
      unit: 's',
      shows: { '{{queue}}': 'max by (queue) (svc_queue_oldest_due_seconds)' },
      says: 'How long the oldest webhook, checkpoint or mail waits.',
    },
    {
      title: 'Mail',
      unit: 'ops',
      shows: { '{{outcome}}': rate('svc_mails_total', 'outcome') },
      says: 'Attempts, by their outcome.',
    },
    {
      title: 'Events for the collector',
      unit: 'ops',
      shows: { '{{outcome}}': rate('svc_sink_events_total', 'outcome') },
      says: 'Sent and rejected audit events.',
    },
  ],
  Tasks: [
    {
      title: 'Backlog',
      unit: 'short',
      shows: { '{{task}}': 'max by (task) (svc_task_backlog)' },
      says: 'Work that the last run left over, in the unit of the task.',
    },
    {
      title: 'Time since the last start',
      unit: 's',
      shows: { '{{task}}': 'time() - max by (task) (svc_task_started_timestamp_seconds)' },
      says: 'Each task has a period of an hour at most.',
    },
    {
      title: 'Anomalies',
      unit: 'short',
      shows: { '{{kind}}': 'sum by (kind) (increase(svc_anomalies_opened_total[1h]))' },
      says: 'Anomalies that were opened in the hour before.',
    },
  ],
  Processes: [
    {
      title: 'Processor',
      unit: 'percentunit',
      shows: { '{{instance}}': 'rate(process_cpu_seconds_total{job="svc"}[$__rate_interval])' },
      says: 'At 1, a process uses one processor whole.',
    },
    {
      title: 'Delay of the event loop, p99',
      unit: 's',
      shows: { '{{instance}}': 'nodejs_eventloop_lag_p99_seconds{job="svc"}' },
      says: 'A process that is too busy answers late.',
    },
    {
      title: 'Memory',
      unit: 'bytes',
      shows: { '{{instance}}': 'process_resident_memory_bytes{job="svc"}' },
      says: 'Resident memory.',
    },
    {
      title: 'Cache of rules, hits',
      unit: 'percentunit',
      shows: {
        '{{cache}}': `${rate('svc_cache_hits_total', 'cache')} / (${rate('svc_cache_hits_total', 'cache')} + ${rate('svc_cache_misses_total', 'cache')})`,
      },
      says: 'Low values are usual after a change of rules alone.',
    },
  ],
};

/** Grafana divides the width into 24. */
const [STAT, THIRD] = [6, 8];

function build(): string {
  const targetsOf = ({ shows }: Panel) =>
    Object.entries(shows).map(([legend, expr]) => new DataqueryBuilder().expr(expr).legendFormat(legend));
  const dashboard = new DashboardBuilder('svc')
    .uid('svc')
    .tags(['svc'])
    .refresh('30s')
    .time({ from: 'now-3h', to: 'now' })
    .readonly()
    .withVariable(new DatasourceVariableBuilder('source').label('Prometheus').type('prometheus'));
  for (const panel of NOW) {
    const stat = new StatBuilder().title(panel.title).description(panel.says).unit(panel.unit).datasource(SOURCE);
    dashboard.withPanel(stat.span(STAT).height(4).targets(targetsOf(panel)));
  }
  for (const [title, panels] of Object.entries(ROWS)) {
    dashboard.withRow(new RowBuilder(title));
    for (const panel of panels) {
      const chart = new PanelBuilder().title(panel.title).description(panel.says).unit(panel.unit).datasource(SOURCE);
      dashboard.withPanel(chart.min(0).span(THIRD).height(THIRD).targets(targetsOf(panel)));
    }
  }
  return `${JSON.stringify(dashboard.build(), null, 2)}\n`;
}

it('is written from its panels', async () => {
  await expect(build()).toMatchFileSnapshot(`${ROOT}/deploy/chart/files/dashboard.json`);
});
