// SPDX-License-Identifier: Apache-2.0
/** Keeps a new guardrail, or changes one: as a form or as YAML, and proved before it is saved where a person asks. */
import type { Guardrail, PolicyClaim } from '@svc/contract';
import { claimSentence } from '@svc/core/plain-words';
import { useNavigate } from '@tanstack/react-router';
import { callApi } from '../../api/client.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { ClaimField } from '../../policy/claim/claim-field.tsx';
import { type ClaimDraft, claimDraftOf, claimIn, problemsIn } from '../../policy/claim/draft.ts';
import { CLAIM_READS } from '../../policy/claim/reads.ts';
import { claimWords } from '../../policy/claim/words.ts';
import { problemText } from '../../policy/problem-text.ts';
import { policyWords } from '../../policy/words.ts';
import { RecordDialog } from '../../registry/record-dialog.tsx';
import { useRecordFault } from '../../registry/record-fault.ts';
import { registryWords } from '../../registry/words.ts';
import type { FormField } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { CheckNow } from './check-now.tsx';
import { guardrailsWords } from './words.ts';

interface Values {
  claim: ClaimDraft;
  enforcing: string;
}

interface GuardrailDialogProps {
  /** null: a new one. */
  guardrail: Guardrail | null;
  /** A new one begins with it. */
  first?: PolicyClaim;
  onClose(): void;
}

export default function GuardrailDialog({ guardrail, first, onClose }: GuardrailDialogProps) {
  const words = useWords(guardrailsWords);
  const common = useWords(registryWords);
  const navigate = useNavigate();
  const shared = {
    fields: useFields(guardrail),
    reads: CLAIM_READS,
    faultOf: useRecordFault<Values>(['claim', 'enforcing']),
    width: 'wide' as const,
    onClose,
  };
  if (guardrail === null) {
    return (
      <FormDialog<Values, Guardrail>
        {...shared}
        title={words.create}
        lead={words.createText}
        act={words.createAct}
        values={{ claim: claimDraftOf(first ?? { name: '', when: {}, atLeast: 'REVIEW' }), enforcing: 'true' }}
        onSend={(values) => callApi('createGuardrail', { body: bodyOf(values) })}
        onSent={({ id, name }) => {
          onClose();
          showToast({ title: words.created(name) });
          void navigate({ to: '/guardrails/$id', params: { id } });
        }}
      />
    );
  }
  return (
    <RecordDialog<Guardrail, Values, Guardrail>
      {...shared}
      title={words.editTitle(guardrail.name)}
      act={words.createAct}
      record={guardrail}
      valuesOf={(one) => ({ claim: claimDraftOf(one.claim), enforcing: String(one.enforcing) })}
      onSend={(values, updatedAt) =>
        callApi('updateGuardrail', { params: { id: guardrail.id }, body: { ...bodyOf(values), updatedAt } })
      }
      onSent={() => {
        onClose();
        showToast({ title: common.saved });
      }}
    />
  );
}

const bodyOf = ({ claim, enforcing }: Values) => ({ claim: claimIn(claim), enforcing: enforcing === 'true' });

function useFields(guardrail: Guardrail | null): FormField<Values>[] {
  const words = useWords(guardrailsWords);
  const faultOf = useDraftFault();
  const { language } = useLanguage();
  return [
    {
      name: 'claim',
      label: words.field,
      faultOf: (value) => faultOf(value as unknown as ClaimDraft),
      shown: (value) => {
        const whole = claimIn(value as ClaimDraft);
        return `${whole.name}\n${claimSentence(whole, { language })}`;
      },
      part: ({ value, error, onChange }) => (
        <>
          <ClaimField draft={value} error={error} agents={guardrail?.agents ?? []} onChange={onChange} />
          <CheckNow draft={value} />
        </>
      ),
    },
    {
      name: 'enforcing',
      label: words.enforcement,
      kind: 'choice',
      choices: [
        { value: 'true', name: words.enforce },
        { value: 'false', name: words.watch },
      ],
    },
  ];
}

/** The first fault of what was entered; null: it can be sent. */
function useDraftFault(): (draft: ClaimDraft) => string | null {
  const { form: words } = useWords(claimWords);
  const { problem } = useWords(policyWords);
  const { format } = useLanguage();
  return (draft) => {
    if (draft.typed !== null && draft.typed.faults > 0) return words.textFault;
    if (draft.name.trim() === '') return words.missingName;
    const [first] = problemsIn(draft);
    return first === undefined ? null : words.conditionFault(problemText(first, problem, format));
  };
}
