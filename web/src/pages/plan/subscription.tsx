// SPDX-License-Identifier: Apache-2.0
/** How the organization stands with the payment processor, in words, and the way to its bills. */
import type { Billing } from '@svc/contract';
import { callApi } from '../../api/client.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { Can } from '../../session/may.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProcessorButton } from './processor-button.tsx';
import { planWords } from './words.ts';

export function Subscription({ billing, isReturning }: { billing: Billing; isReturning: boolean }) {
  const words = useWords(planWords);
  const { format } = useLanguage();
  const { subscription } = billing;
  if (billing.change !== 'billing') return null;
  if (subscription === null) {
    if (!isReturning) return null;
    return <Notice tone="information" what={words.confirming} remedy={words.confirmingText} />;
  }
  const { state, plan, paidUntil, endsThen, graceEndsAt } = subscription;
  const name = words.names[plan];
  const paid = paidUntil === null ? '' : format.short(paidUntil);
  const grace = graceEndsAt === null ? '' : format.short(graceEndsAt);
  return (
    <div className="flex flex-col items-start gap-3">
      {state === 'PAST_DUE' && <Notice tone="problem" what={words.pastDue} remedy={words.pastDueText(name, grace)} />}
      {state === 'CANCELLED' && (
        <Notice tone="information" what={words.cancelled} remedy={words.cancelledText(name, grace)} />
      )}
      {state === 'ACTIVE' && <p>{endsThen ? words.endsThen(name, paid) : words.paidUntil(name, paid)}</p>}
      <Can operation="openPortal">
        <ProcessorButton open={() => callApi('openPortal', {})}>{words.portal}</ProcessorButton>
      </Can>
    </div>
  );
}
