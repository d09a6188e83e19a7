// SPDX-License-Identifier: Apache-2.0
/** Outcomes, risk, the countdown, the sentence, and a whole decision. */
import { Countdown } from '../../decision/countdown.tsx';
import { DecisionSheet } from '../../decision/decision-sheet.tsx';
import { Risk } from '../../decision/risk.tsx';
import { RowAct, Sentence, ShortAct } from '../../decision/sentence.tsx';
import { Verdict } from '../../decision/verdict.tsx';
import { Facts } from '../../detail/facts.tsx';
import { Panel } from '../../detail/panel.tsx';
import { Group } from './group.tsx';
import { DETAIL, OUTCOMES, sampleEvent } from './samples.ts';

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

export function DecisionParts() {
  return (
    <>
      <Panel title="Outcome: a shape and a hue each">
        {[false, true].map((isSoft) => (
          <Group key={String(isSoft)}>
            {OUTCOMES.map((outcome) => (
              <Verdict key={outcome} event={sampleEvent(outcome)} isSoft={isSoft} />
            ))}
          </Group>
        ))}
      </Panel>
      <Panel title="Risk and countdown">
        <Group>
          <Risk level="LOW" score={12} />
          <Risk level="MEDIUM" score={45} />
          <Risk level="HIGH" score={65} />
          <Risk level="CRITICAL" score={85} />
          {[19, 3.1, 0.7, 0.01, -1].map((hours) => (
            <Countdown key={hours} from={inHours(-5)} until={inHours(hours)} />
          ))}
        </Group>
      </Panel>
      <Panel title="The sentence">
        <p className="text-sentence text-ink-2">
          <Sentence event={sampleEvent('waiting')} />
        </p>
        <Group>
          <p>
            <ShortAct event={sampleEvent('waiting')} />
          </p>
          <p>
            <RowAct event={sampleEvent('blocked')} />
          </p>
        </Group>
      </Panel>
      <Facts
        facts={[
          { label: 'Asked, 30 days', value: '41,206', hint: '4.0 % of all' },
          { label: 'Stopped', value: '486' },
        ]}
      />
      <DecisionSheet detail={DETAIL} />
    </>
  );
}
