// SPDX-License-Identifier: Apache-2.0
/** The plans there are, with their prices and limits, and the way to another one. */
import type { Billing } from '@svc/contract';
import { lazy } from 'react';
import { callApi } from '../../api/client.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { useMay } from '../../session/may.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import type { Plan } from './plan.ts';
import { ProcessorButton } from './processor-button.tsx';
import { planWords } from './words.ts';

const ChangeDialog = lazy(() => import('./change-dialog.tsx'));

export function PlanTable({ billing }: { billing: Billing }) {
  const words = useWords(planWords);
  return (
    <table className="w-full">
      <thead>
        <tr className="h-8 border-b border-line text-left text-micro text-ink-3">
          <th className={`${FIRST} font-medium`}>{words.plan}</th>
          {billing.change === 'billing' && <th className={`${WIDE} font-medium`}>{words.price}</th>}
          <th className={`${WIDE} font-medium`}>{words.agents}</th>
          <th className={`${WIDE} font-medium`}>{words.events}</th>
          <th className={`${WIDE} font-medium`}>{words.retention}</th>
          <td className={LAST} />
        </tr>
      </thead>
      <tbody>
        {billing.plans.map((plan) => (
          <PlanRow key={plan.name} billing={billing} plan={plan} />
        ))}
      </tbody>
    </table>
  );
}

function PlanRow({ billing, plan }: { billing: Billing; plan: Plan }) {
  const words = useWords(planWords);
  const { number } = useLanguage().format;
  const mayChange = useMay()('changePlan');
  const limit = (value: number | null) => (value === null ? words.contract : number(value));
  const kept = plan.retentionDays === null ? words.contract : words.days(plan.retentionDays);
  const price = usePrice(plan);
  // Where no payment processor is configured, the plans say what they allow, and cost nothing here.
  const hasPrice = billing.change === 'billing';
  const isCurrent = plan.name === billing.plan;
  const isOpen = plan.name !== 'ENTERPRISE' && billing.plan !== 'ENTERPRISE';
  return (
    <tr className="h-13 border-b border-line">
      <th scope="row" className={`${FIRST} py-2 text-left font-medium`}>
        {words.names[plan.name]}
        <span className="block text-meta font-normal text-ink-3 md:hidden">
          {hasPrice && price}
          {hasPrice && plan.agents !== null && <br />}
          {plan.agents !== null && words.includes(number(plan.agents), limit(plan.eventsPerMonth), kept)}
        </span>
      </th>
      {hasPrice && <td className={WIDE}>{price}</td>}
      <td className={WIDE}>{limit(plan.agents)}</td>
      <td className={WIDE}>{limit(plan.eventsPerMonth)}</td>
      <td className={WIDE}>{kept}</td>
      <td className={`${LAST} text-right`}>
        {isCurrent && <span className="text-meta text-ink-2">{words.current}</span>}
        {!isCurrent && mayChange && isOpen && <Choose billing={billing} plan={plan} />}
      </td>
    </tr>
  );
}

const FIRST = 'pl-6 pr-3 max-md:pl-4';
const WIDE = 'px-3 text-right whitespace-nowrap tabular-nums max-md:hidden';
const LAST = 'w-px whitespace-nowrap pl-3 pr-6 max-md:pr-4';

function usePrice({ priceUsd }: Plan): string {
  const words = useWords(planWords);
  const { number } = useLanguage().format;
  if (priceUsd === null) return words.quoted;
  return priceUsd === 0 ? words.free : words.aMonth(number(priceUsd));
}

function Choose({ billing, plan }: { billing: Billing; plan: Plan }) {
  const words = useWords(planWords);
  const { name } = plan;
  const label = words.chooseOf(words.names[name]);
  if (billing.change === 'off') return null;
  if (billing.change === 'billing') {
    const isPaid = billing.subscription !== null && billing.subscription.state !== 'CANCELLED';
    // The end of a subscription is an act at the processor; without one there is nothing to end.
    if (name === 'DEVELOPER' && !isPaid) return null;
    const open = () =>
      name === 'TEAM' || name === 'BUSINESS'
        ? callApi('startCheckout', { body: { plan: name } })
        : callApi('openPortal', {});
    return (
      <ProcessorButton size="small" label={label} open={open}>
        {words.choose}
      </ProcessorButton>
    );
  }
  return (
    <DialogButton
      size="small"
      aria-label={label}
      dialog={(close) => <ChangeDialog billing={billing} plan={plan} onClose={close} />}
    >
      {words.choose}
    </DialogButton>
  );
}
