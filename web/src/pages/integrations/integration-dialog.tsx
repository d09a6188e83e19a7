// SPDX-License-Identifier: Apache-2.0
/** Adds an integration, or changes one. Secrets are only ever entered; what is left empty stays as it is stored. */
import type { Integration, IntegrationProvider } from '@svc/contract';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import type { Failure } from '../../api/failure.ts';
import { useWords } from '../../language/word-set.ts';
import { RecordDialog } from '../../registry/record-dialog.tsx';
import { useRecordFault } from '../../registry/record-fault.ts';
import { registryWords } from '../../registry/words.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { useIntegrationFields } from './integration-fields.ts';
import { changeOf, creationOf, type IntegrationFormValues, NEW_VALUES, valuesOf } from './integration-values.ts';
import { type Start, StartDialog } from './start.tsx';
import { integrationsWords } from './words.ts';
import type { words as english } from './words-en.ts';

/** Routes tell the name of their integration, and warn of its hosts. */
const READS = ['listIntegrations', 'readIntegration', 'listHttpRoutes', 'readHttpRoute'] as const;

interface IntegrationDialogProps {
  /** null: a new one */
  integration: Integration | null;
  onAdded?: ((id: string) => void) | undefined;
  onClose(): void;
}

export default function IntegrationDialog(props: IntegrationDialogProps) {
  const [start, setStart] = useState<Start | null>(null);
  if (props.integration === null && start === null) return <StartDialog onStart={setStart} onClose={props.onClose} />;
  return <IntegrationForm {...props} start={start} />;
}

function IntegrationForm({ integration, start, onAdded, onClose }: IntegrationDialogProps & { start: Start | null }) {
  const words = useWords(integrationsWords);
  const common = useWords(registryWords);
  const shared = {
    fields: useIntegrationFields(integration, start?.system ?? null),
    width: 'wide' as const,
    reads: READS,
    faultOf: useFault(),
    onSent({ id, name }: Integration) {
      onClose();
      showToast({ title: integration === null ? words.added(name) : common.saved });
      onAdded?.(id);
    },
    onClose,
  };
  if (integration === null) {
    return (
      <FormDialog
        {...shared}
        title={titleOf(words, start)}
        lead={words.addText}
        act={words.addAct}
        values={start?.values ?? NEW_VALUES}
        onSend={(values) => callApi('createIntegration', { body: creationOf(values) })}
      />
    );
  }
  return (
    <RecordDialog<Integration, IntegrationFormValues, Integration>
      {...shared}
      title={words.editTitle(integration.name)}
      act={common.save}
      record={integration}
      valuesOf={valuesOf}
      onSend={(values, updatedAt) =>
        callApi('updateIntegration', {
          params: { id: integration.id },
          body: { ...changeOf(values, integration), updatedAt },
        })
      }
    />
  );
}

/** The name of a system that has one. */
function titleOf(words: Pick<typeof english, 'addTitle' | 'systems' | 'providers'>, start: Start | null): string {
  if (start === null || start.system === 'OTHER') return words.addTitle;
  if (start.system !== null) return words.systems[start.system];
  const { kind } = start.values;
  return Object.hasOwn(words.providers, kind) ? words.providers[kind as IntegrationProvider] : words.addTitle;
}

const FIELDS = Object.keys(NEW_VALUES) as (keyof IntegrationFormValues)[];

/** The fields of a credential stand in the form by themselves. */
function useFault() {
  const faultOf = useRecordFault<IntegrationFormValues>(FIELDS);
  return (failure: Failure) => {
    if (failure.kind !== 'refused') return faultOf(failure);
    return faultOf({ ...failure, fields: inForm(failure.fields), fieldCodes: inForm(failure.fieldCodes) });
  };
}

function inForm<Value>(faults: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(faults).map(([path, fault]) => [fieldOf(path), fault]));
}

function fieldOf(path: string): string {
  const [, field] = /^credential\.(\w+)/.exec(path) ?? [];
  return field === 'name' ? 'parameter' : (field ?? path);
}
