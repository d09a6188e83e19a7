// SPDX-License-Identifier: Apache-2.0
/** How the person proves who they are: password, passkeys, authenticator app, recovery codes. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { hasPasskeys, localhostAddress } from '../../account/passkeys.ts';
import { callApi } from '../../api/client.ts';
import { readOf } from '../../api/reading.ts';
import { SettingsItem, SettingsList, SettingsSection } from '../../detail/settings-section.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { meQuery } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { State } from '../../ui/state.tsx';
import { SigningKey } from './signing-key.tsx';
import { accountPageWords } from './words.ts';

const PasswordDialog = lazy(() => import('./password-dialog.tsx'));
const ConfirmDialog = lazy(() =>
  import('../../ui/confirm-dialog.tsx').then((part) => ({ default: part.ConfirmDialog })),
);
const PasskeyDialog = lazy(() => import('./passkey-dialog.tsx'));
const AppDialog = lazy(() => import('./authenticator-dialog.tsx'));
const FactorDialog = lazy(() => import('./factor-dialog.tsx'));

export function Security() {
  const words = useWords(accountPageWords);
  const { needs } = useSuspenseQuery(meQuery).data;
  return (
    <>
      {needs.includes('MFA_SETUP') && (
        <div className="px-6 pt-4 max-md:px-4">
          <Notice tone="information" {...words.factorNeeded} />
        </div>
      )}
      <Password />
      <Passkeys />
      <Authenticator />
      <RecoveryCodes />
    </>
  );
}

function Password() {
  const words = useWords(accountPageWords);
  return (
    <SettingsSection title={words.password} hint={words.passwordHint}>
      <DialogButton dialog={(close) => <PasswordDialog onClose={close} />}>{words.changePassword}</DialogButton>
    </SettingsSection>
  );
}

function Passkeys() {
  const { format } = useLanguage();
  const words = useWords(accountPageWords);
  const { items } = useSuspenseQuery(readOf('listPasskeys')).data;
  return (
    <SettingsSection title={words.passkeys} hint={words.passkeysHint}>
      {items.length > 0 && (
        <SettingsList label={words.passkeys}>
          {items.map(({ id, name, createdAt, lastUsedAt }) => (
            <SettingsItem
              key={id}
              name={name}
              text={words.passkeyUse(format.short(createdAt), lastUsedAt === null ? null : format.short(lastUsedAt))}
              act={
                <>
                  <SigningKey passkey={{ id, name }} />
                  <DialogButton
                    variant="danger-line"
                    size="small"
                    aria-label={words.removePasskeyOf(name)}
                    dialog={(close) => <RemovePasskey passkey={{ id, name }} onClose={close} />}
                  >
                    {words.remove}
                  </DialogButton>
                </>
              }
            />
          ))}
        </SettingsList>
      )}
      {hasPasskeys() ? (
        <DialogButton dialog={(close) => <PasskeyDialog onClose={close} />}>{words.addPasskey}</DialogButton>
      ) : (
        <NoPasskeys />
      )}
    </SettingsSection>
  );
}

function NoPasskeys() {
  const words = useWords(accountPageWords);
  const address = localhostAddress();
  return (
    <p className="text-ink-3">
      {words.noPasskeysHere}{' '}
      {address !== null && (
        <a href={address} className="underline underline-offset-4 hover:text-ink">
          {words.openAtLocalhost}
        </a>
      )}
    </p>
  );
}

function RemovePasskey({ passkey: { id, name }, onClose }: { passkey: { id: string; name: string }; onClose(): void }) {
  const words = useWords(accountPageWords);
  return (
    <ConfirmDialog
      title={words.removePasskeyTitle(name)}
      text={words.removePasskeyText}
      act={words.removePasskey}
      by={{ holding: name }}
      onConfirm={() => callApi('removePasskey', { params: { id } })}
      reads={['listPasskeys', 'listSigningKeys', 'readMe', 'listActivity']}
      done={words.passkeyRemoved}
      onDone={() => document.getElementById('content')?.focus()}
      onClose={onClose}
    />
  );
}

/** The dialog stays open while the state turns: the codes of an app that is on now are still to be stored. */
function Authenticator() {
  const words = useWords(accountPageWords);
  const { mfa } = useSuspenseQuery(meQuery).data;
  const [asked, setAsked] = useState<'on' | 'off' | null>(null);
  const close = () => setAsked(null);
  return (
    <SettingsSection title={words.app} hint={words.appHint}>
      <State variant={mfa.totp ? 'good' : 'off'}>{mfa.totp ? words.appOn : words.appOff}</State>
      <Button
        variant={mfa.totp ? 'danger-line' : 'line'}
        aria-haspopup="dialog"
        onClick={() => setAsked(mfa.totp ? 'off' : 'on')}
      >
        {mfa.totp ? words.appDisable : words.appEnable}
      </Button>
      <Suspense>
        {asked === 'on' && <AppDialog onClose={close} />}
        {asked === 'off' && <FactorDialog act="disable" onClose={close} />}
      </Suspense>
    </SettingsSection>
  );
}

function RecoveryCodes() {
  const words = useWords(accountPageWords);
  const { mfa } = useSuspenseQuery(meQuery).data;
  if (!mfa.totp && mfa.passkeys === 0) return null;
  return (
    <SettingsSection title={words.codes} hint={words.codesHint}>
      <State variant={mfa.recoveryCodes > FEW_CODES ? 'good' : 'waiting'}>{words.codesLeft(mfa.recoveryCodes)}</State>
      <DialogButton dialog={(close) => <FactorDialog act="renew" onClose={close} />}>{words.codesRenew}</DialogButton>
    </SettingsSection>
  );
}

/** So few that the person should make new ones. */
const FEW_CODES = 2;
