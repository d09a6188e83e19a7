// SPDX-License-Identifier: Apache-2.0
/** Adds an HTTP route, or changes one: where it goes, with which credential, and what it is restricted to. */
import type { EventAction, HttpMethod, HttpRoute } from '@svc/contract';
import {
  CREDENTIAL_SECRET_CHARACTERS_MAX,
  NAME_CHARACTERS_MAX,
  UPSTREAM_TIMEOUT_MS_MAX,
  URL_CHARACTERS_MAX,
} from '@svc/contract/limits';
import { callApi } from '../../api/client.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { RecordCombobox } from '../../registry/record-combobox.tsx';
import { RecordDialog } from '../../registry/record-dialog.tsx';
import { useRecordFault } from '../../registry/record-fault.ts';
import { AgentScope, WordScope } from '../../registry/scope-field.tsx';
import { registryWords } from '../../registry/words.ts';
import type { FormField } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { METHODS } from './methods.ts';
import { routesWords } from './words.ts';

interface Values {
  name: string;
  baseUrl: string;
  integration: string | null;
  secret: string;
  resource: string | null;
  agents: string[] | null;
  actions: string[] | null;
  methods: string[] | null;
  /** Seconds, as they are typed. */
  timeoutMs: string;
  scanBody: boolean;
}

const SECOND_MS = 1_000;
const READS = ['listHttpRoutes', 'readHttpRoute'] as const;
const NEW: Values = {
  name: '',
  baseUrl: '',
  integration: null,
  secret: '',
  resource: null,
  agents: null,
  actions: null,
  methods: null,
  timeoutMs: '30',
  scanBody: false,
};

interface HttpDialogProps {
  /** null: a new one */
  route: HttpRoute | null;
  onAdded?: ((id: string) => void) | undefined;
  onClose(): void;
}

export default function HttpDialog({ route, onAdded, onClose }: HttpDialogProps) {
  const words = useWords(routesWords);
  const common = useWords(registryWords);
  const shared = {
    fields: useHttpRouteFields(route),
    width: 'wide' as const,
    reads: READS,
    faultOf: useRecordFault<Values>([...FIELDS]),
    onSent({ id, name }: HttpRoute) {
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
        title={words.addTitle}
        lead={words.addText}
        act={words.addAct}
        values={NEW}
        onSend={(values) => callApi('createHttpRoute', { body: bodyOf(values) })}
      />
    );
  }
  return (
    <RecordDialog<HttpRoute, Values, HttpRoute>
      {...shared}
      title={words.editTitle(route.name)}
      act={common.save}
      record={route}
      valuesOf={valuesOf}
      onSend={(values, updatedAt) =>
        callApi('updateHttpRoute', { params: { id: route.id }, body: { ...bodyOf(values), updatedAt } })
      }
    />
  );
}

const FIELDS = [
  'name',
  'baseUrl',
  'integration',
  'secret',
  'resource',
  'agents',
  'actions',
  'methods',
  'timeoutMs',
] as const;

function useHttpRouteFields(stored: HttpRoute | null): FormField<Values>[] {
  const words = useWords(routesWords);
  const common = useWords(registryWords);
  const secondsMax = UPSTREAM_TIMEOUT_MS_MAX / SECOND_MS;
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
      name: 'baseUrl',
      label: words.baseUrl,
      hint: words.baseUrlHint,
      kind: 'url',
      maxLength: URL_CHARACTERS_MAX,
      missing: words.missingUrl,
      isName: true,
    },
    {
      name: 'integration',
      label: words.integration,
      part: ({ value, error, onChange }) => (
        <RecordCombobox
          of="listIntegrations"
          label={common.optional(words.integration)}
          hint={words.integrationHint}
          placeholder={words.none}
          value={value}
          error={error}
          onChoose={onChange}
        />
      ),
    },
    {
      name: 'secret',
      label: words.secret,
      hint: words.secretHint,
      kind: 'password',
      maxLength: CREDENTIAL_SECRET_CHARACTERS_MAX,
      autoComplete: 'off',
      isShown: (values) => leadsElsewhere(values, stored),
      shown: (value) => (value === '' ? '–' : '••••••'),
    },
    ...useRestrictionFields(),
    {
      name: 'timeoutMs',
      label: words.timeout,
      inputMode: 'numeric',
      isShort: true,
      missing: words.badTimeout(secondsMax),
      faultOf: (text) =>
        /^\d{1,3}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= secondsMax
          ? null
          : words.badTimeout(secondsMax),
    },
    { name: 'scanBody', label: words.scanBody, hint: words.scanBodyHint, kind: 'check' },
  ];
}

/** A credential goes to https at its usual port; another place may need its secret once more. */
function leadsElsewhere({ baseUrl, integration }: Values, stored: HttpRoute | null): boolean {
  if (integration === null || !URL.canParse(baseUrl.trim())) return false;
  const { origin, protocol, port } = new URL(baseUrl.trim());
  if (protocol === 'https:' && port === '') return false;
  return stored?.integration?.name !== integration || new URL(stored.baseUrl).origin !== origin;
}

function useRestrictionFields(): FormField<Values>[] {
  const words = useWords(routesWords);
  const common = useWords(registryWords);
  const { actions } = useLanguage().messages.words;
  const shownList = (value: unknown) => (value === null ? common.scope.all : (value as string[]).join(', '));
  const actionChoices = Object.entries(actions).map(([value, name]) => ({ value, name }));
  return [
    {
      name: 'resource',
      label: words.resource,
      part: ({ value, error, onChange }) => (
        <RecordCombobox
          of="listResources"
          label={common.optional(words.resource)}
          hint={words.resourceHint}
          placeholder={words.everyResource}
          value={value}
          error={error}
          onChoose={onChange}
        />
      ),
    },
    {
      name: 'agents',
      label: words.agents,
      part: (control) => <AgentScope label={words.agents} {...control} />,
      shown: shownList,
    },
    {
      name: 'actions',
      label: words.actions,
      part: (control) => <WordScope label={words.actions} words={actionChoices} {...control} />,
      shown: shownList,
    },
    {
      name: 'methods',
      label: words.methods,
      part: (control) => (
        <WordScope label={words.methods} words={METHODS.map((value) => ({ value, name: value }))} {...control} />
      ),
      shown: shownList,
    },
  ];
}

function valuesOf(route: HttpRoute): Values {
  const { name, baseUrl, integration, resource, agents, actions, methods, timeoutMs, scanBody } = route;
  return {
    name,
    baseUrl,
    integration: integration?.name ?? null,
    secret: '',
    resource: resource?.name ?? null,
    agents: agents?.map((agent) => agent.name) ?? null,
    actions,
    methods,
    timeoutMs: String(Math.round(timeoutMs / SECOND_MS)),
    scanBody,
  };
}

const bodyOf = ({ name, baseUrl, secret, actions, methods, timeoutMs, ...rest }: Values) => ({
  ...rest,
  ...(secret !== '' && { secret }),
  name: name.trim(),
  baseUrl: baseUrl.trim(),
  actions: actions as EventAction[] | null,
  methods: methods as HttpMethod[] | null,
  timeoutMs: Number(timeoutMs) * SECOND_MS,
});
