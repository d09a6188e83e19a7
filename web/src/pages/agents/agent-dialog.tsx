// SPDX-License-Identifier: Apache-2.0
/** Registers an agent, or changes one: its name, its purpose and what it may do at most. */
import type { Agent } from '@svc/contract';
import { DESCRIPTION_CHARACTERS_MAX, NAME_CHARACTERS_MAX } from '@svc/contract/limits';
import { callApi } from '../../api/client.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { PermissionEditor } from '../../registry/permission-editor.tsx';
import { usePermissionSummary, useSubjectName } from '../../registry/permission-words.ts';
import { type Permission, widened } from '../../registry/permissions.ts';
import { RecordDialog } from '../../registry/record-dialog.tsx';
import { useRecordFault } from '../../registry/record-fault.ts';
import { useLooser } from '../../registry/use-looser.tsx';
import { registryWords } from '../../registry/words.ts';
import type { FormField } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { agentsWords } from './words.ts';

interface Values {
  name: string;
  description: string;
  permissions: Permission[] | null;
}

const READS = ['listAgents', 'readAgent', 'readUsage'] as const;

/** @param agent null: a new one */
export default function AgentDialog({ agent, onClose }: { agent: Agent | null; onClose(): void }) {
  const words = useWords(agentsWords);
  const common = useWords(registryWords);
  const fields = useAgentFields();
  const widenedOf = useWidened();
  const looser = useLooser<Values>(({ permissions }) =>
    agent === null ? [] : widenedOf(agent.permissions, permissions),
  );
  const shared = {
    fields,
    width: 'wide',
    reads: READS,
    faultOf: useRecordFault<Values>(['name', 'description', 'permissions']),
    onSent({ name }: Agent) {
      onClose();
      showToast({ title: agent === null ? words.registered(name) : common.saved });
    },
    onClose,
  } as const;
  if (agent === null) {
    return (
      <FormDialog
        {...shared}
        title={words.register}
        lead={words.registerText}
        act={words.registerAct}
        values={{ name: '', description: '', permissions: null } as Values}
        onSend={(values) => callApi('createAgent', { body: bodyOf(values) })}
      />
    );
  }
  return (
    <>
      <RecordDialog<Agent, Values, Agent>
        {...shared}
        asks={looser.asks}
        title={words.editTitle(agent.name)}
        act={common.save}
        record={agent}
        valuesOf={valuesOf}
        onSend={(values, updatedAt) =>
          callApi('updateAgent', { params: { id: agent.id }, body: { ...bodyOf(values), updatedAt } })
        }
      />
      {looser.question}
    </>
  );
}

/** Sentences about what the list permits that it did not before. */
function useWidened() {
  const { looser, verbs } = useWords(registryWords);
  const { format } = useLanguage();
  const nameOf = useSubjectName();
  return (before: Agent['permissions'], after: Permission[] | null): string[] => {
    const cells = widened(before, after);
    if (cells === null) return [looser.everything];
    return [...cells].map(([resource, actions]) =>
      looser.also(nameOf(resource), format.list(actions.map((action) => verbs[action].toLocaleLowerCase()))),
    );
  };
}

function useAgentFields(): FormField<Values>[] {
  const words = useWords(agentsWords);
  const common = useWords(registryWords);
  const summary = usePermissionSummary();
  return [
    {
      name: 'name',
      label: common.name,
      hint: words.nameHint,
      maxLength: NAME_CHARACTERS_MAX,
      missing: common.missingName,
      autoComplete: 'off',
      isName: true,
    },
    {
      name: 'description',
      label: common.optional(words.purpose),
      hint: words.purposeHint,
      maxLength: DESCRIPTION_CHARACTERS_MAX,
      autoComplete: 'off',
    },
    {
      name: 'permissions',
      label: common.permissions.which,
      part: (control) => <PermissionEditor {...control} />,
      shown: (value) => summary(value as Permission[] | null),
    },
  ];
}

const valuesOf = ({ name, description, permissions }: Agent): Values => ({
  name,
  description: description ?? '',
  permissions,
});

const bodyOf = ({ name, description, permissions }: Values) => ({
  name: name.trim(),
  description: description.trim() || null,
  permissions,
});
