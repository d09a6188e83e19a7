// SPDX-License-Identifier: Apache-2.0
/** The addresses that a person copies into the directory. */
import type { SsoState } from '@svc/contract';
import { SettingsSection } from '../../detail/settings-section.tsx';
import { useWords } from '../../language/word-set.ts';
import { Copied } from './copied.tsx';
import { directoryWords } from './words.ts';

const NAMES = ['callback', 'backChannelLogout', 'afterLogout', 'signIn'] as const;

export function Addresses({ addresses }: { addresses: SsoState['addresses'] }) {
  const words = useWords(directoryWords);
  return (
    <SettingsSection title={words.addresses} hint={words.addressesHint}>
      <Copied items={NAMES.map((name) => ({ name: words.addressNames[name], text: addresses[name] }))} />
    </SettingsSection>
  );
}
