// SPDX-License-Identifier: Apache-2.0
/** Fields of forms of an account: an address, the password of now, and a new one with its strength. */
import { EMAIL_CHARACTERS_MAX, PASSWORD_CHARACTERS_MAX } from '@svc/contract/limits';
import type { Failure } from '../api/failure.ts';
import { useWords } from '../language/word-set.ts';
import type { FormField } from '../ui/form.tsx';
import { strengthOf } from './strength.ts';
import { StrengthMeter } from './strength-meter.tsx';
import { accountWords } from './words.ts';

/** As people write addresses; the service checks them in full. */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** @param own what others know of the person, which makes a weak password */
export function useAccountFields(own: readonly string[] = []) {
  const words = useWords(accountWords);
  return {
    email: {
      name: 'email',
      label: words.email,
      kind: 'email',
      autoComplete: 'username',
      maxLength: EMAIL_CHARACTERS_MAX,
      missing: words.missingEmail,
      faultOf: (text) => (ADDRESS.test(text.trim()) ? null : words.badEmail),
    } satisfies FormField<{ email: string }>,
    password: {
      name: 'password',
      label: words.password,
      kind: 'password',
      autoComplete: 'current-password',
      maxLength: PASSWORD_CHARACTERS_MAX,
      missing: words.missingPassword,
    } satisfies FormField<{ password: string }>,
    newPassword: {
      name: 'newPassword',
      label: words.newPassword,
      kind: 'password',
      autoComplete: 'new-password',
      maxLength: PASSWORD_CHARACTERS_MAX,
      missing: words.missingNewPassword,
      faultOf(text) {
        const { missing } = strengthOf(text);
        return missing > 0 ? words.shortPassword(missing) : null;
      },
      below: (text, hasFault) => <StrengthMeter password={text} own={own} isSaid={!hasFault} />,
    } satisfies FormField<{ newPassword: string }>,
  };
}

/** The service's refusal of a new password, as a text beside its field. */
export function useNewPasswordFault(): (failure: Failure) => { field: 'newPassword'; text: string } | null {
  const words = useWords(accountWords);
  return (failure) => {
    if (failure.kind !== 'refused') return null;
    const { fields, fieldCodes } = failure;
    if ((fields.password ?? fields.newPassword) === undefined) return null;
    const { code } = fieldCodes.password ?? fieldCodes.newPassword ?? {};
    return { field: 'newPassword', text: code === 'PASSWORD_IS_ADDRESS' ? words.ownAddress : words.commonPassword };
  };
}
