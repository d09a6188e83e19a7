// SPDX-License-Identifier: Apache-2.0
/** Registers a resource, or changes one. A change of its class says what changes with it. */
import type { Classification, Resource } from '@svc/contract';
import { DESCRIPTION_CHARACTERS_MAX, NAME_CHARACTERS_MAX } from '@svc/contract/limits';
import { callApi } from '../../api/client.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { RecordDialog } from '../../registry/record-dialog.tsx';
import { useRecordFault } from '../../registry/record-fault.ts';
import { useLooser } from '../../registry/use-looser.tsx';
import { registryWords } from '../../registry/words.ts';
import type { FormField } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { resourcesWords } from './words.ts';

interface Values {
  name: string;
  classification: string;
  description: string;
}

/** A change of the class changes what policies say about agents, too. */
const READS = ['listResources', 'readResource', 'readAgent', 'listAgents'] as const;

/** @param resource null: a new one */
export default function ResourceDialog({ resource, onClose }: { resource: Resource | null; onClose(): void }) {
  const words = useWords(resourcesWords);
  const common = useWords(registryWords);
  const { classifications } = useLanguage().messages.words;
  const looser = useLooser<Values>(({ classification }) =>
    resource === null || classification === resource.classification
      ? []
      : [
          words.classChange(
            classifications[resource.classification],
            classifications[classification as Classification],
          ),
        ],
  );
  const shared = {
    fields: useResourceFields(resource),
    reads: READS,
    faultOf: useRecordFault<Values>(['name', 'classification', 'description']),
    onSent({ name }: Resource) {
      onClose();
      showToast({ title: resource === null ? words.registered(name) : common.saved });
    },
    onClose,
  };
  if (resource === null) {
    return (
      <FormDialog
        {...shared}
        title={words.register}
        lead={words.registerText}
        act={words.registerAct}
        values={{ name: '', classification: 'INTERNAL', description: '' }}
        onSend={(values) => callApi('createResource', { body: bodyOf(values) })}
      />
    );
  }
  return (
    <>
      <RecordDialog<Resource, Values, Resource>
        {...shared}
        asks={looser.asks}
        title={words.editTitle(resource.name)}
        act={common.save}
        record={resource}
        valuesOf={({ name, classification, description }) => ({ name, classification, description: description ?? '' })}
        onSend={(values, updatedAt) =>
          callApi('updateResource', { params: { id: resource.id }, body: { ...bodyOf(values), updatedAt } })
        }
      />
      {looser.question}
    </>
  );
}

function useResourceFields(resource: Resource | null): FormField<Values>[] {
  const words = useWords(resourcesWords);
  const common = useWords(registryWords);
  const { classifications } = useLanguage().messages.words;
  const hintOf = (value: string) => {
    if (resource === null || value === resource.classification) return words.classHint;
    return words.classChange(classifications[resource.classification], classifications[value as Classification]);
  };
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
      name: 'classification',
      label: words.class,
      kind: 'choice',
      choices: Object.entries(classifications).map(([value, name]) => ({ value, name })),
      hintOf,
    },
    {
      name: 'description',
      label: common.optional(words.description),
      maxLength: DESCRIPTION_CHARACTERS_MAX,
      autoComplete: 'off',
    },
  ];
}

const bodyOf = ({ name, classification, description }: Values) => ({
  name: name.trim(),
  classification: classification as Classification,
  description: description.trim() || null,
});
