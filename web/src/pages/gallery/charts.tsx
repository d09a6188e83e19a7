// SPDX-License-Identifier: Apache-2.0
/** Charts of every kind, each with the same invented month. */
import { binsOf } from '../../charts/bins.ts';
import { Lanes, LanesTable } from '../../charts/lanes.tsx';
import { Sparkline } from '../../charts/sparkline.tsx';
import { Strip } from '../../charts/strip.tsx';
import { Panel } from '../../detail/panel.tsx';
import { useLanguage } from '../../language/index.tsx';
import { Group } from './group.tsx';
import { sampleEvents } from './samples.ts';

const EVENTS = 900;
const PERIODS = 30;
const VALUES = Array.from({ length: PERIODS }, (_, index) => (index * 7) % 11);

export function ChartParts() {
  const { format } = useLanguage();
  const bins = binsOf(sampleEvents(EVENTS), PERIODS).map((bin, index) => ({ ...bin, isOpen: index === PERIODS - 1 }));
  const momentText = (atMs: number) => format.short(new Date(atMs).toISOString());
  return (
    <Panel title="Charts: figure and ground">
      <Lanes label="Decisions, small" bins={bins} momentText={momentText} isSmall />
      <Lanes label="Decisions" bins={bins} momentText={momentText} />
      <details>
        <summary>Table</summary>
        <LanesTable label="Decisions as a table" bins={bins} momentText={momentText} />
      </details>
      <Group>
        <Sparkline values={VALUES} name="30 days" />
        <Sparkline values={VALUES} outcome="blocked" />
        <Sparkline values={VALUES} outcome="waiting" />
        <Sparkline values={VALUES.map(() => 0)} />
      </Group>
      <Strip name="Its exports so far and this one" past={[35, 60, 90, 110, 200, 480, 902]} present={4_812} />
    </Panel>
  );
}
