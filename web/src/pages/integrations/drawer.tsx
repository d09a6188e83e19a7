// SPDX-License-Identifier: Apache-2.0
/** One integration: what it holds beside its secrets, the routes that use it, and what may be done with it. */
import type { Integration, IntegrationItem } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode } from 'react';
import { callApi } from '../../api/client.ts';
import { readOf } from '../../api/reading.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import type { Opened } from '../../list/list-page.tsx';
import { RecordActs } from '../../registry/record-acts.tsx';
import { Copied, DrawerPart, RecordDrawer, Terms } from '../../registry/record-drawer.tsx';
import { UsedBy } from '../../registry/used-by.tsx';
import { registryWords } from '../../registry/words.ts';
import { Notice } from '../../ui/notice.tsx';
import { useKindText } from './columns.tsx';
import { Trying } from './trying.tsx';
import { integrationsWords } from './words.ts';

const IntegrationDialog = lazy(() => import('./integration-dialog.tsx'));
export function IntegrationDrawer({ opened }: { opened: Opened<IntegrationItem> }) {
  const words = useWords(integrationsWords);
  const detail = useQuery(readOf('readIntegration', { params: { id: opened.key } }));
  return (
    <RecordDrawer
      label={words.one}
      opened={opened}
      query={detail}
      name={({ name }) => name}
      change="updateIntegration"
      acts={(integration) => <Acts integration={integration} onGone={opened.onClose} />}
    >
      {(integration) => <Content key={integration.id} integration={integration} />}
    </RecordDrawer>
  );
}

function Content({ integration }: { integration: IntegrationItem }) {
  const { format } = useLanguage();
  const words = useWords(integrationsWords);
  const common = useWords(registryWords);
  const kindOf = useKindText();
  const { id, kind, lastFailure, createdAt, updatedAt, usedBy, usedByCount } = integration;
  const terms = useTerms(integration);
  return (
    <>
      {lastFailure !== null && (
        <Notice
          tone="problem"
          what={words.lastFailed(format.dateTime(lastFailure.at))}
          remedy={common.mend[lastFailure.fault]}
        />
      )}
      <Terms
        terms={[
          [common.id, <Copied key="id" text={id} what={common.id} />],
          [words.kind, kindOf(integration)],
          ...terms,
          [common.created, format.dateTime(createdAt)],
          [common.changed, format.dateTime(updatedAt)],
        ]}
      />
      {kind === 'HTTP' && (
        <DrawerPart title={words.whereUsed}>
          {usedByCount === 0 ? (
            <p className="text-ink-3">{words.noRoute}</p>
          ) : (
            <UsedBy usedBy={usedBy} total={usedByCount} />
          )}
        </DrawerPart>
      )}
      <Trying integration={integration} />
    </>
  );
}

type Term = readonly [string, ReactNode];

const code = (text: string) => <span className="font-mono break-all">{text}</span>;

function useTerms(integration: Integration): Term[] {
  const words = useWords(integrationsWords);
  const credential = useCredentialTerms(integration);
  const { kind, allowedHosts, channel, url, updateUrl, method, headerNames, bodyTemplate } = integration;
  const { appId, tenantId, username, project, issueType, table, repository, closeWith } = integration;
  const secret = useSecretTerm(integration);
  const given = (term: string, value: string | null): Term[] => (value === null ? [] : [[term, code(value)]]);
  if (kind === 'HTTP') {
    const hosts = allowedHosts.map((host) => (
      <span key={host} className="block font-mono break-all">
        {host}
      </span>
    ));
    return [[words.hosts, hosts.length === 0 ? words.nowhere : hosts], ...credential];
  }
  return [
    ...given(words.channel, channel),
    ...given(words.method, method),
    ...given(words.url, url),
    ...given(words.fields.appId.label, appId),
    ...given(words.fields.tenantId.label, tenantId),
    ...given(words.username, username),
    ...given(words.fields.project.label, project),
    ...given(words.fields.issueType, issueType),
    ...given(words.fields.table, table),
    ...given(words.fields.repository.label, repository),
    ...given(words.fields.closing, closeWith),
    ...given(words.updateUrl, updateUrl),
    ...given(words.headers, headerNames === null || headerNames.length === 0 ? null : headerNames.join(', ')),
    ...(bodyTemplate === null
      ? []
      : [
          [
            words.template,
            <pre key="template" className="font-mono break-all whitespace-pre-wrap">
              {bodyTemplate}
            </pre>,
          ] as const,
        ]),
    secret,
  ];
}

function useSecretTerm({ hasSecret, credential, provider }: Integration): Term {
  const words = useWords(integrationsWords);
  if (hasSecret) return [words.secret, words.stored];
  return [words.secret, credential !== null || provider !== null ? words.lost : words.noSecret];
}

function useCredentialTerms(integration: Integration): Term[] {
  const words = useWords(integrationsWords);
  const secret = useSecretTerm(integration);
  const { credential } = integration;
  if (credential === null) return [[words.credential, words.none]];
  const fields = [
    [words.header, credential.header],
    [words.parameter, credential.name],
    [words.scheme, credential.scheme],
    [words.username, credential.username],
    [words.tokenUrl, credential.tokenUrl],
    [words.clientId, credential.clientId],
    [words.scope, credential.scope],
  ] as const;
  return [
    [words.credential, words.credentials[credential.type]],
    ...fields.flatMap(([term, value]): Term[] => (value == null ? [] : [[term, code(value)]])),
    secret,
  ];
}

function Acts({ integration, onGone }: { integration: IntegrationItem; onGone(): void }) {
  const { id, name, usedBy, usedByCount } = integration;
  return (
    <RecordActs
      name={name}
      words={useWords(integrationsWords)}
      edit={(close) => <IntegrationDialog integration={integration} onClose={close} />}
      onRemove={() => callApi('deleteIntegration', { params: { id } })}
      list="listIntegrations"
      usedBy={usedBy}
      usedByTotal={usedByCount}
      onGone={onGone}
    />
  );
}
