// SPDX-License-Identifier: Apache-2.0
/** Name, address, language, and the notices that come by mail. */
import type { AppAnswer } from '@svc/contract';
import { NAME_CHARACTERS_MAX } from '@svc/contract/limits';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { useAct } from '../../api/acting.ts';
import { callApi } from '../../api/client.ts';
import { failureOf } from '../../api/failure.ts';
import { SettingsSection } from '../../detail/settings-section.tsx';
import { useLanguage } from '../../language/index.tsx';
import { LANGUAGES } from '../../language/languages.ts';
import { useWords } from '../../language/word-set.ts';
import { meQuery } from '../../session/me.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { CheckField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { setLetterKeys, useLetterKeys } from '../../ui/letter-keys.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { Segment } from '../../ui/segment.tsx';
import { State } from '../../ui/state.tsx';
import { showToast } from '../../ui/toast.ts';
import { accountPageWords } from './words.ts';

type Me = AppAnswer<'readMe'>;

const AddressDialog = lazy(() => import('./address-dialog.tsx'));

export function Profile() {
  const me = useSuspenseQuery(meQuery).data;
  return (
    <>
      <Name key={me.user.name} name={me.user.name} />
      <Address me={me} />
      <Language />
      <LetterKeys />
      <Notices switches={me.notifications} hasMail={me.mail} />
    </>
  );
}

function Name({ name }: { name: string }) {
  const words = useWords(accountPageWords);
  return (
    <SettingsSection title={words.nameTitle} hint={words.nameHint}>
      <div className="w-full max-w-94">
        <Form<{ name: string }, unknown>
          act={words.saveName}
          variant="line"
          values={{ name }}
          fields={[
            {
              name: 'name',
              label: words.name,
              autoComplete: 'name',
              maxLength: NAME_CHARACTERS_MAX,
              missing: words.missingName,
            },
          ]}
          onSend={(entered) => callApi('updateMe', { body: { name: entered.name.trim() } })}
          reads={['readMe']}
          onSent={() => showToast({ title: words.nameSaved })}
          faultOf={(failure) =>
            failure.kind === 'refused' && failure.fields.name !== undefined
              ? { field: 'name', text: words.badName }
              : null
          }
        />
      </div>
    </SettingsSection>
  );
}

function Address({ me: { user, verified, pendingEmail, mail } }: { me: Me }) {
  const words = useWords(accountPageWords);
  return (
    <SettingsSection title={words.email} hint={mail ? words.emailHint : words.emailHintWithoutMail}>
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="font-medium break-all">{user.email}</span>
        {/* Without mail nothing could confirm an address. */}
        {(verified || mail) && (
          <State variant={verified ? 'good' : 'waiting'} className="text-meta">
            {verified ? words.confirmed : words.notConfirmed}
          </State>
        )}
      </p>
      {pendingEmail !== null && (
        <p className="text-ink-2">{mail ? words.pendingEmail(pendingEmail) : words.pendingWithoutMail(pendingEmail)}</p>
      )}
      <div className="flex flex-wrap gap-2">
        {!verified && mail && (
          <ActButton
            act={() => callApi('requestVerification')}
            reads={['readMe']}
            done={() => words.linkSent(user.email)}
          >
            {words.sendLink}
          </ActButton>
        )}
        <DialogButton dialog={(close) => <AddressDialog onClose={close} />}>{words.changeEmail}</DialogButton>
      </div>
    </SettingsSection>
  );
}

/** Single letters can be pressed by accident, or by speech input: each person may turn them off. */
function LetterKeys() {
  const words = useWords(accountPageWords);
  const isOn = useLetterKeys();
  return (
    <SettingsSection title={words.keys} hint={words.keysHint}>
      <Segment
        label={words.keys}
        value={isOn ? 'on' : 'off'}
        choices={[
          { value: 'on', name: words.keysOn },
          { value: 'off', name: words.keysOff },
        ]}
        onChoose={(chosen) => setLetterKeys(chosen === 'on')}
      />
    </SettingsSection>
  );
}

/** The language of the app on this device, and of every mail. */
function Language() {
  const { language, choose } = useLanguage();
  const words = useWords(accountPageWords);
  const saving = useAct((chosen: typeof language) => callApi('updateMe', { body: { language: chosen } }), ['readMe']);
  return (
    <SettingsSection title={words.language} hint={words.languageHint}>
      <Segment
        label={words.language}
        value={language}
        choices={LANGUAGES}
        onChoose={(chosen) => {
          choose(chosen);
          saving.mutate(chosen);
        }}
      />
      {saving.error !== null && <FailureNotice failure={failureOf(saving.error)} />}
    </SettingsSection>
  );
}

function Notices({ switches, hasMail }: { switches: Me['notifications']; hasMail: boolean }) {
  const words = useWords(accountPageWords);
  const saving = useAct(
    (notifications: Partial<Me['notifications']>) => callApi('updateMe', { body: { notifications } }),
    ['readMe'],
  );
  const shown = { ...switches, ...(saving.isPending && saving.variables) };
  const names = Object.keys(words.notices) as (keyof Me['notifications'])[];
  return (
    <SettingsSection title={words.noticesTitle} hint={hasMail ? words.noticesHint : words.noticesWithoutMail}>
      {names.map((name) => (
        <CheckField
          key={name}
          label={words.notices[name]}
          checked={shown[name]}
          onChange={({ target }) => saving.mutate({ [name]: target.checked })}
        />
      ))}
      {saving.error !== null && <FailureNotice failure={failureOf(saving.error)} />}
    </SettingsSection>
  );
}
