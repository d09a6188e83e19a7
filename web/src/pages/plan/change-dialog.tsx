// SPDX-License-Identifier: Apache-2.0
/** Asks before a plan changes at once: a smaller one deletes events. */
import type { Billing, PlanChoice } from '@svc/contract';
import { callApi } from '../../api/client.ts';
import { useWords } from '../../language/word-set.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import type { Plan } from './plan.ts';
import { planWords } from './words.ts';

interface ChangeDialogProps {
  billing: Billing;
  plan: Plan;
  onClose(): void;
}

export default function ChangeDialog({ billing, plan, onClose }: ChangeDialogProps) {
  const words = useWords(planWords);
  const name = words.names[plan.name];
  const days = plan.retentionDays;
  const kept = billing.plans.find((one) => one.name === billing.plan)?.retentionDays ?? Number.POSITIVE_INFINITY;
  const isSmaller = days !== null && days < kept;
  return (
    <ConfirmDialog
      title={words.chooseTitle(name)}
      text={isSmaller ? words.smaller(words.days(days)) : words.larger}
      act={words.changeAct}
      reads={['readBilling', 'readUsage', 'readOrganization', 'readMe']}
      onConfirm={() => callApi('changePlan', { body: { plan: plan.name } as PlanChoice })}
      onDone={() => showToast({ title: words.changed(name) })}
      onClose={onClose}
    />
  );
}
