// SPDX-License-Identifier: Apache-2.0
/** Provisioning by the directory (SCIM): the address it asks for, and its tokens. */
import type { CreatedScimToken, ScimState } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { readOf } from '../../api/reading.ts';
import { SettingsSection } from '../../detail/settings-section.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { Answered } from '../../ui/answered.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useNow } from '../../ui/timestamp.tsx';
import { Copied } from './copied.tsx';
import { directoryWords } from './words.ts';

const TokenDialog = lazy(() => import('./token-dialog.tsx').then((part) => ({ default: part.TokenDialog })));

const TOKENS_MAX = 2;

export function Provisioning() {
  const words = useWords(directoryWords);
  const state = useQuery(readOf('readScim'));
  const [made, setMade] = useState<CreatedScimToken | null>(null);
  return (
    <SettingsSection title={words.scim} hint={words.scimHint}>
      <Answered query={state} skeleton={<Skeleton />}>
        {({ address, tokens, users, activeUsers }) => (
          <>
            <Copied items={[{ name: words.scimAddress, text: address }]} />
            <p className="text-ink-2">{users === 0 ? words.noScimUsers : words.scimUsers(users, activeUsers)}</p>
            {tokens.length === 0 && <p className="text-ink-2">{words.noTokens}</p>}
            {tokens.length > 0 && (
              <ul aria-label={words.tokens} className="w-full rounded-m border border-line">
                {tokens.map((token) => (
                  <OneToken key={token.id} {...token} />
                ))}
              </ul>
            )}
            {tokens.length < TOKENS_MAX ? (
              <DialogButton dialog={(close) => <TokenDialog onMade={setMade} onClose={close} />}>
                {words.makeToken}
              </DialogButton>
            ) : (
              <p className="text-ink-3">{words.enough}</p>
            )}
          </>
        )}
      </Answered>
      {made !== null && (
        <SecretOnce
          title={words.tokenTitle}
          lead={words.tokenLead}
          label={words.token}
          secret={made.token}
          onStored={() => setMade(null)}
        />
      )}
    </SettingsSection>
  );
}

function OneToken({ id, prefix, source, createdAt, expiresAt, lastUsedAt }: ScimState['tokens'][number]) {
  const words = useWords(directoryWords);
  const { format } = useLanguage();
  const nowMs = useNow();
  const facts = [
    words.madeAt(format.dateTime(createdAt)),
    words.expiresAt(format.dateTime(expiresAt)),
    lastUsedAt === null ? words.neverUsed : words.usedAt(format.ago(lastUsedAt, nowMs)),
    ...(source === 'FILE' ? [words.ofFile] : []),
  ];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line px-3 py-3 not-last:border-b">
      <div className="min-w-0">
        <code className="font-mono">{prefix}…</code>
        <p className="text-meta text-ink-2">{facts.join(' · ')}</p>
      </div>
      <DialogButton
        size="small"
        dialog={(close) => (
          <ConfirmDialog
            title={words.revokeTitle(prefix)}
            text={words.revokeText}
            act={words.revoke}
            onConfirm={() => callApi('revokeScimToken', { params: { scimTokenId: id } })}
            reads={['readScim']}
            done={words.revoked}
            onClose={close}
          />
        )}
      >
        {words.revoke}
      </DialogButton>
    </li>
  );
}
