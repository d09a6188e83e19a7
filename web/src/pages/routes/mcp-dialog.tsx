// SPDX-License-Identifier: Apache-2.0
/** Adds an MCP route, or changes one: the agent and the resource of tool calls that name none. */
import type { McpRoute } from '@svc/contract';
import { NAME_CHARACTERS_MAX } from '@svc/contract/limits';
import { callApi } from '../../api/client.ts';
import { useWords } from '../../language/word-set.ts';
import { RecordCombobox } from '../../registry/record-combobox.tsx';
import { RecordDialog } from '../../registry/record-dialog.tsx';
import { useRecordFault } from '../../registry/record-fault.ts';
import { registryWords } from '../../registry/words.ts';
import type { FormField } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { routesWords } from './words.ts';

interface Values {
  name: string;
  agent: string | null;
  resource: string | null;
  scanBody: boolean;
}

const READS = ['listMcpRoutes', 'readMcpRoute'] as const;

interface McpDialogProps {
  /** null: a new one */
  route: McpRoute | null;
  onAdded?: ((id: string) => void) | undefined;
  onClose(): void;
}

export default function McpDialog({ route, onAdded, onClose }: McpDialogProps) {
  const words = useWords(routesWords);
  const common = useWords(registryWords);
  const shared = {
    fields: useMcpRouteFields(),
    reads: READS,
    faultOf: useRecordFault<Values>(['name', 'agent', 'resource']),
    onSent({ id, name }: McpRoute) {
      onClose();
      showToast({ title: route === null ? words.added(name) : common.saved });
      onAdded?.(id);
    },
    onClose,
  };
  if (route === null) {
    return (
      <FormDialog
        {...shared}
        title={words.mcpAddTitle}
        lead={words.addText}
        act={words.addAct}
        values={{ name: '', agent: null, resource: null, scanBody: false } as Values}
        onSend={(values) => callApi('createMcpRoute', { body: { ...values, name: values.name.trim() } })}
      />
    );
  }
  return (
    <RecordDialog<McpRoute, Values, McpRoute>
      {...shared}
      title={words.editTitle(route.name)}
      act={common.save}
      record={route}
      valuesOf={({ name, agent, resource, scanBody }) => ({
        name,
        agent: agent?.name ?? null,
        resource: resource?.name ?? null,
        scanBody,
      })}
      onSend={(values, updatedAt) =>
        callApi('updateMcpRoute', {
          params: { id: route.id },
          body: { ...values, name: values.name.trim(), updatedAt },
        })
      }
    />
  );
}

function useMcpRouteFields(): FormField<Values>[] {
  const words = useWords(routesWords);
  const common = useWords(registryWords);
  return [
    {
      name: 'name',
      label: common.name,
      maxLength: NAME_CHARACTERS_MAX,
      missing: common.missingName,
      autoComplete: 'off',
      isName: true,
    },
    {
      name: 'agent',
      label: words.agent,
      part: ({ value, error, onChange }) => (
        <RecordCombobox
          of="listAgents"
          label={common.optional(words.agent)}
          hint={words.agentHint}
          placeholder={words.mustName}
          value={value}
          error={error}
          onChoose={onChange}
        />
      ),
    },
    {
      name: 'resource',
      label: words.resource,
      part: ({ value, error, onChange }) => (
        <RecordCombobox
          of="listResources"
          label={common.optional(words.resource)}
          hint={words.mcpResourceHint}
          placeholder={words.mustName}
          value={value}
          error={error}
          onChoose={onChange}
        />
      ),
    },
    { name: 'scanBody', label: words.scanArguments, hint: words.scanBodyHint, kind: 'check' },
  ];
}
