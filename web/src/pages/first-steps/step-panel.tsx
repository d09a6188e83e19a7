// SPDX-License-Identifier: Apache-2.0
/** One step: what it is for, and its form. The step of the first decision has a panel of its own. */
import type { AppOperationId, FirstSteps } from '@svc/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { useWords } from '../../language/word-set.ts';
import { firstStepsQuery, type StepId } from '../../page/first-steps.ts';
import { POLICY_READS } from '../../policy/reads.ts';
import { startingPolicy } from '../../policy/starting.ts';
import { policyWords } from '../../policy/words.ts';
import { useMay } from '../../session/may.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { ChoiceField } from '../../ui/field.tsx';
import { FirstDecision } from './first-decision.tsx';
import { Panel } from './panel.tsx';
import { firstStepsWords } from './words.ts';

const RegisterDialog = lazy(() => import('../agents/register-dialog.tsx'));
const ResourceDialog = lazy(() => import('../resources/resource-dialog.tsx'));
const KeyDialog = lazy(() => import('../api-keys/key-dialog.tsx'));
const InviteDialog = lazy(() => import('../members/invite-dialog.tsx'));

type ByDialog = Exclude<StepId, 'decision' | 'policy'>;

interface StepPanelProps {
  id: StepId;
  steps: FirstSteps;
  /** The person took the step here, or left its form. */
  onTaken(): void;
}

export function StepPanel({ id, steps, onTaken }: StepPanelProps) {
  if (id === 'decision') return <FirstDecision steps={steps} />;
  return id === 'policy' ? <PolicyStep onTaken={onTaken} /> : <Step id={id} onTaken={onTaken} />;
}

const FORMS: Readonly<Record<ByDialog, { operation: AppOperationId; dialog(close: () => void): ReactNode }>> = {
  agent: { operation: 'createAgent', dialog: (close) => <RegisterDialog onClose={close} /> },
  resource: { operation: 'createResource', dialog: (close) => <ResourceDialog resource={null} onClose={close} /> },
  apiKey: { operation: 'createApiKey', dialog: (close) => <KeyDialog onClose={close} /> },
  people: { operation: 'createInvitation', dialog: (close) => <InviteDialog onClose={close} /> },
};

function Step({ id, onTaken }: { id: ByDialog; onTaken(): void }) {
  const words = useWords(firstStepsWords);
  const { operation, dialog } = FORMS[id];
  const may = useMay()(operation);
  const queries = useQueryClient();
  return (
    <Panel title={words.names[id]} text={words.texts[id]}>
      <div className="px-5 pb-5">
        {may ? (
          <DialogButton
            variant="solid"
            dialog={(close) =>
              dialog(() => {
                close();
                onTaken();
                void queries.invalidateQueries({ queryKey: firstStepsQuery.queryKey });
              })
            }
          >
            {words.acts[id]}
          </DialogButton>
        ) : (
          <p className="text-ink-2">{words.askAdmin}</p>
        )}
      </div>
    </Panel>
  );
}

/** One of those to begin with, which only watches: it is there at a press. */
function PolicyStep({ onTaken }: { onTaken(): void }) {
  const words = useWords(firstStepsWords);
  const { starting } = useWords(policyWords);
  const may = useMay()('createPolicy');
  const [chosen, setChosen] = useState('0');
  const policy = startingPolicy(Number(chosen), starting[Number(chosen)]?.name ?? '');
  return (
    <Panel title={words.names.policy} text={words.texts.policy}>
      {!may && <p className="px-5 pb-5 text-ink-2">{words.askAdmin}</p>}
      {may && policy !== null && (
        <div className="flex flex-col gap-4 px-5 pb-5">
          <ChoiceField
            label={words.startWith}
            hint={`${starting[Number(chosen)]?.text ?? ''} ${words.startHint}`}
            value={chosen}
            choices={starting.map(({ name }, index) => ({ value: String(index), name }))}
            onChange={({ target }) => setChosen(target.value)}
          />
          <div className="flex flex-wrap gap-2">
            <ActButton
              variant="solid"
              act={() => callApi('createPolicy', { body: policy })}
              reads={[...POLICY_READS, 'readFirstSteps']}
              done={({ name }) => {
                onTaken();
                return words.policyAdded(name);
              }}
            >
              {words.addPolicy}
            </ActButton>
            <Link to="/policies/new" search={{}} className={buttonClass()}>
              {words.ownPolicy}
            </Link>
          </div>
        </div>
      )}
    </Panel>
  );
}
