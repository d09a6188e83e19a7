// SPDX-License-Identifier: Apache-2.0
/** The parts that the fields of all kinds of integrations share. */
import { CREDENTIAL_SECRET_CHARACTERS_MAX } from '@svc/contract/limits';
import type { FormField } from '../../ui/form.tsx';
import type { FormKind, IntegrationFormValues } from './integration-values.ts';

export type Field = FormField<IntegrationFormValues>;

export const ofKind =
  (...kinds: FormKind[]) =>
  ({ kind }: IntegrationFormValues) =>
    kinds.includes(kind as FormKind);

export const SECRET = {
  kind: 'password',
  maxLength: CREDENTIAL_SECRET_CHARACTERS_MAX,
  autoComplete: 'off',
  shown: (value: unknown) => (value === '' ? '–' : '••••••'),
} as const satisfies Partial<Field>;
