// SPDX-License-Identifier: Apache-2.0
/** The use of the plan in this month, the counts that it limits, and the other plans. */
import type { Billing, Usage } from '@svc/contract';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { readOf } from '../../api/reading.ts';
import { type Fact, Facts } from '../../detail/facts.tsx';
import { Panel } from '../../detail/panel.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { Page, ScrollRegion } from '../../page/page.tsx';
import { useMay } from '../../session/may.tsx';
import { meQuery } from '../../session/me.ts';
import { Answered } from '../../ui/answered.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PlanTable } from './plan-table.tsx';
import { Subscription } from './subscription.tsx';
import { UsageBar } from './usage-bar.tsx';
import { planWords } from './words.ts';

const CONFIRMED_AFTER_MS = 2_000;

export function PlanPage() {
  const words = useWords(planWords);
  const usage = useQuery(readOf('readUsage'));
  const isReturning = useSearch({ from: '/signed-in/plan' }).paid === '1';
  const billing = useQuery({
    ...readOf('readBilling'),
    // The processor tells the service in its own time that a page was paid.
    refetchInterval: ({ state }) => (isReturning && state.data?.subscription == null ? CONFIRMED_AFTER_MS : false),
  });
  return (
    <Page title={words.title} count={billing.data && words.names[billing.data.plan]}>
      <ScrollRegion label={words.title} className="flex flex-col md:[--panel-inset:1.5rem]">
        <Answered query={usage} skeleton={<Skeleton />}>
          {(month) => (
            <>
              <UsageFacts usage={month} />
              <Month usage={month} />
            </>
          )}
        </Answered>
        <Answered query={billing} skeleton={<Skeleton />}>
          {(plans) => <Plans billing={plans} isReturning={isReturning} />}
        </Answered>
      </ScrollRegion>
    </Page>
  );
}

function UsageFacts({ usage }: { usage: Usage }) {
  const words = useWords(planWords);
  const { number } = useLanguage().format;
  const { events, eventsPerMonth, forecast, agents, agentsMax, policies, policiesMax, retentionDays } = usage;
  const share = eventsPerMonth === null || eventsPerMonth === 0 ? null : Math.floor((events / eventsPerMonth) * 100);
  const isExpectedOver = eventsPerMonth !== null && forecast !== null && forecast > eventsPerMonth;
  const isFull = agentsMax !== null && agents >= agentsMax;
  const ofLimit = (max: number | null, isReached: boolean) => {
    if (max === null) return words.noLimit;
    return isReached ? (
      <span className="text-review-ink">{words.agentsFull(number(max))}</span>
    ) : (
      words.ofMax(number(max))
    );
  };
  const facts: Fact[] = [
    {
      label: words.decisions,
      value: <Link to="/events">{number(events)}</Link>,
      hint:
        share === null
          ? words.noLimit
          : words.of(number(eventsPerMonth ?? 0), share === 0 && events > 0 ? '<1' : number(share)),
      isFigure: true,
    },
    {
      label: words.forecast,
      value: forecast === null ? words.forecastUnknown : number(forecast),
      hint:
        forecast === null ? (
          words.forecastUnknownHint
        ) : isExpectedOver ? (
          <span className="text-review-ink">{words.forecastOver}</span>
        ) : (
          words.forecastHint
        ),
      isFigure: true,
    },
    {
      label: words.agents,
      value: <Link to="/agents">{number(agents)}</Link>,
      hint: ofLimit(agentsMax, isFull),
      isFigure: true,
    },
    {
      label: words.policies,
      value: <Link to="/policies">{number(policies)}</Link>,
      hint: ofLimit(policiesMax, false),
      isFigure: true,
    },
    {
      label: words.kept,
      value: retentionDays === null ? words.always : words.days(retentionDays),
      hint: words.keptHint,
      isFigure: true,
    },
  ];
  return <Facts facts={facts} />;
}

function Month({ usage }: { usage: Usage }) {
  const words = useWords(planWords);
  const { eventsPerMonth, forecast, quotaExceeded } = usage;
  if (eventsPerMonth === null) return null;
  return (
    <Panel title={words.month} aside={words.resets}>
      <div className="flex flex-col gap-3">
        {quotaExceeded && <Notice tone="information" what={words.over} remedy={words.overText} />}
        {!quotaExceeded && forecast !== null && forecast > eventsPerMonth && (
          <Notice tone="information" what={words.soon} remedy={words.soonText} />
        )}
        <UsageBar usage={usage} />
      </div>
    </Panel>
  );
}

function Plans({ billing, isReturning }: { billing: Billing; isReturning: boolean }) {
  const words = useWords(planWords);
  const mayChange = useMay()('changePlan');
  const { organization } = useSuspenseQuery(meQuery).data;
  const isOperators = billing.change === 'off' || billing.plan === 'ENTERPRISE';
  const note = isOperators ? words.byOperator : !mayChange && words.ownersOnly;
  return (
    <Panel title={words.plans} isFlush className="border-b-0">
      <div className="px-6 pb-3 empty:hidden max-md:px-4">
        <Subscription billing={billing} isReturning={isReturning} />
      </div>
      <PlanTable billing={billing} />
      <p className="px-6 py-3 text-meta text-ink-3 max-md:px-4">
        {billing.change === 'billing' && words.taxes} {note}
      </p>
      {billing.change === 'off' && (
        <div className="max-w-160 px-6 pb-5 max-md:px-4">
          <CodeBlock label={words.operatorsCommand} code={`svc-server organization plan ${organization.id} PLAN`} />
        </div>
      )}
    </Panel>
  );
}
