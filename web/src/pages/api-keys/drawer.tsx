// SPDX-License-Identifier: Apache-2.0
/** One key: what it may be used for, how long, who made it; changing, replacing and revoking it. */
import type { ApiKey } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { readOf } from '../../api/reading.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import type { Opened } from '../../list/list-page.tsx';
import { LastAt } from '../../registry/activity.tsx';
import { RecordDrawer, Terms } from '../../registry/record-drawer.tsx';
import { registryWords } from '../../registry/words.ts';
import { Button } from '../../ui/button.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { State, type StateVariant } from '../../ui/state.tsx';
import { Tag } from '../../ui/tag.tsx';
import { PermissionList, useEndText } from './columns.tsx';
import { apiKeysWords } from './words.ts';

const EditDialog = lazy(() => import('./edit-dialog.tsx'));
const RotateDialog = lazy(() => import('./rotate-dialog.tsx'));
const ConfirmDialog = lazy(() =>
  import('../../ui/confirm-dialog.tsx').then((part) => ({ default: part.ConfirmDialog })),
);

export function KeyDrawer({ opened }: { opened: Opened<ApiKey> }) {
  const words = useWords(apiKeysWords);
  const detail = useQuery(readOf('readApiKey', { params: { id: opened.key } }));
  return (
    <RecordDrawer
      label={words.one}
      opened={opened}
      query={detail}
      name={({ name }) => name}
      isName={false}
      state={(key) => <KeyState apiKey={key} />}
      change="updateApiKey"
      acts={(key) => <Acts apiKey={key} />}
    >
      {(key) => <Content apiKey={key} />}
    </RecordDrawer>
  );
}

const VARIANTS: Readonly<Record<ApiKey['status'], StateVariant>> = {
  ACTIVE: 'good',
  RETIRING: 'waiting',
  EXPIRED: 'off',
  REVOKED: 'off',
};

function KeyState({ apiKey: { kind, status } }: { apiKey: ApiKey }) {
  const words = useWords(apiKeysWords);
  return (
    <>
      <State variant={VARIANTS[status]}>{words.statuses[status]}</State>
      <Tag isDashed={kind === 'TEST'}>{words.kinds[kind]}</Tag>
    </>
  );
}

function Content({ apiKey }: { apiKey: ApiKey }) {
  const { format } = useLanguage();
  const words = useWords(apiKeysWords);
  const common = useWords(registryWords);
  const endText = useEndText();
  const { kind, prefix, agent, permissions, allowedIps, replacedBy, createdBy, createdAt, updatedAt, lastUsedAt } =
    apiKey;
  const author = createdBy === null ? words.byFile : (createdBy.name ?? words.former);
  return (
    <>
      <p className="text-ink-2">{words.kindTexts[kind]}</p>
      <Terms
        terms={[
          [words.prefix, <span key="prefix" className="font-mono">{`${prefix}…`}</span>],
          [words.for, agent === null ? words.everyAgent : <AgentLink key="agent" agent={agent} />],
          [words.may, <PermissionList key="may" permissions={permissions} />],
          [words.from, <Addresses key="from" allowedIps={allowedIps} />],
          [words.expires, endText(apiKey)],
          [words.lastUsed, <LastAt key="used" iso={lastUsedAt} />],
          [words.createdBy, author],
          [common.created, format.dateTime(createdAt)],
          [common.changed, format.dateTime(updatedAt)],
          ...(replacedBy === null ? [] : [[words.replacedBy, <KeyLink key="next" apiKey={replacedBy} />] as const]),
        ]}
      />
    </>
  );
}

const LINK = 'underline decoration-line-strong underline-offset-4 hover:decoration-ink';

function AgentLink({ agent: { id, name } }: { agent: { id: string; name: string } }) {
  return (
    <Link to="/agents/$id" params={{ id }} className={`font-mono ${LINK}`}>
      {name}
    </Link>
  );
}

function KeyLink({ apiKey: { id, name } }: { apiKey: { id: string; name: string } }) {
  return (
    <Link to="/api-keys" search={{ open: id }} className={LINK}>
      {name}
    </Link>
  );
}

function Addresses({ allowedIps }: Pick<ApiKey, 'allowedIps'>) {
  const words = useWords(apiKeysWords);
  if (allowedIps === null) return words.everyAddress;
  return (
    <ul className="font-mono">
      {allowedIps.map((address) => (
        <li key={address}>{address}</li>
      ))}
    </ul>
  );
}

/** The dialogs stand beside their buttons: the new key is shown once, while the old one already is another state. */
function Acts({ apiKey }: { apiKey: ApiKey }) {
  const words = useWords(apiKeysWords);
  const [isRotating, setRotating] = useState(false);
  const { id, name, status } = apiKey;
  const isOver = status === 'REVOKED';
  return (
    <>
      {isRotating && (
        <Suspense>
          <RotateDialog apiKey={apiKey} onClose={() => setRotating(false)} />
        </Suspense>
      )}
      {status !== 'RETIRING' && !isOver && (
        <DialogButton dialog={(close) => <EditDialog apiKey={apiKey} onClose={close} />}>{words.edit}</DialogButton>
      )}
      {status === 'ACTIVE' && (
        <Button aria-haspopup="dialog" onClick={() => setRotating(true)}>
          {words.rotate}
        </Button>
      )}
      {!isOver && (
        <DialogButton
          variant="danger-line"
          dialog={(close) => (
            <ConfirmDialog
              title={words.revokeTitle(name)}
              text={words.revokeText}
              act={words.revokeAct}
              by={{ holding: name }}
              onConfirm={() => callApi('revokeApiKey', { params: { id } })}
              reads={['listApiKeys', 'readApiKey', 'readAgent']}
              done={words.revoked(name)}
              onClose={close}
            />
          )}
        >
          {words.revoke}
        </DialogButton>
      )}
    </>
  );
}
