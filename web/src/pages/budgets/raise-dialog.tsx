// SPDX-License-Identifier: Apache-2.0
/** Gives the present window of a budget more room. */
import type { BudgetDetail } from '@svc/contract';
import { REVIEW_NOTE_CHARACTERS_MAX } from '@svc/contract/limits';
import { callApi } from '../../api/client.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { useRecordFault } from '../../registry/record-fault.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { budgetsWords } from './words.ts';

interface Values {
  amount: string;
  note: string;
}

const READS = ['listBudgets', 'readBudget', 'readBudgetUsage'] as const;

export default function RaiseDialog({ budget, onClose }: { budget: BudgetDetail; onClose(): void }) {
  const { format } = useLanguage();
  const words = useWords(budgetsWords);
  const { id, name, limit, current } = budget;
  const most = 2 * limit - current.limit;
  const faultOf = (text: string) => {
    const amount = Number(text);
    const isGood = /^\d+$/.test(text.trim()) && amount >= 1 && amount <= most;
    return isGood ? null : words.amountFault(format.number(most));
  };
  return (
    <FormDialog<Values, BudgetDetail>
      title={words.raiseTitle(name)}
      lead={words.raiseText}
      act={words.raiseAct}
      values={{ amount: '', note: '' }}
      fields={[
        {
          name: 'amount',
          label: words.amount,
          hint: words.amountHint(format.number(most)),
          inputMode: 'numeric',
          isShort: true,
          missing: words.amountFault(format.number(most)),
          faultOf,
        },
        {
          name: 'note',
          label: words.note,
          kind: 'lines',
          maxLength: REVIEW_NOTE_CHARACTERS_MAX,
          missing: words.noteMissing,
        },
      ]}
      reads={READS}
      faultOf={useRecordFault<Values>(['amount', 'note'])}
      onSend={({ amount, note }) => callApi('raiseBudget', { params: { id }, body: { amount: Number(amount), note } })}
      onSent={() => {
        onClose();
        showToast({ title: words.raised(name) });
      }}
      onClose={onClose}
    />
  );
}
