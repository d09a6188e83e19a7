// SPDX-License-Identifier: Apache-2.0
/** The fields of the connection, by what they are about. */
import type { SsoState } from '@svc/contract';
import { useWords } from '../../language/word-set.ts';
import { CheckField } from '../../ui/field.tsx';
import type { FormField } from '../../ui/form.tsx';
import { badLineOf, type Values } from './values.ts';
import { directoryWords } from './words.ts';

export interface Owner {
  id: string;
  name: string;
  email: string;
}

interface Section {
  id: 'connection' | 'roles' | 'entry';
  title: string;
  hint: string;
  fields: FormField<Values>[];
}

const HOURS_MIN = 1;
const HOURS_MAX = 720;
const ISSUER_CHARACTERS_MAX = 500;
const CLAIM_CHARACTERS_MAX = 255;
const SECRET_CHARACTERS_MAX = 2_000;

export function useSections(connection: SsoState['connection'], owners: readonly Owner[]): Section[] {
  const entry = useEntryFields(owners);
  const words = useWords(directoryWords);
  const plain = { autoComplete: 'off', isName: true } as const;
  return [
    {
      id: 'connection',
      title: words.connection,
      hint: words.connectionHint,
      fields: [
        {
          ...{ name: 'issuer', label: words.issuer, hint: words.issuerHint, kind: 'url', ...plain },
          ...{ maxLength: ISSUER_CHARACTERS_MAX, missing: words.missingIssuer },
          faultOf: (text) => (/^https?:\/\/[^\s?#]+$/.test(text.trim()) ? null : words.badIssuer),
        },
        {
          ...{ name: 'clientId', label: words.clientId, ...plain },
          ...{ maxLength: CLAIM_CHARACTERS_MAX, missing: words.missingClientId },
        },
        {
          ...{ name: 'clientSecret', label: words.clientSecret, kind: 'password', autoComplete: 'new-password' },
          hint: connection === null ? words.secretNew : words.secretKept,
          maxLength: SECRET_CHARACTERS_MAX,
          ...(connection === null && { missing: words.missingSecret }),
        },
        { name: 'scopes', label: words.scopes, hint: words.scopesHint, ...plain },
      ],
    },
    {
      id: 'roles',
      title: words.roles,
      hint: words.rolesHint,
      fields: [
        {
          ...{ name: 'roleClaim', label: words.roleClaim, hint: words.roleClaimHint, ...plain },
          maxLength: CLAIM_CHARACTERS_MAX,
          missing: ({ mapping }) => (mapping.trim() === '' ? undefined : words.missingClaim),
        },
        {
          ...{ name: 'mapping', label: words.mapping, hint: words.mappingHint, kind: 'lines', isName: true },
          faultOf: (text) => {
            const line = badLineOf(text);
            return line === null ? null : words.badMapping(line);
          },
          missing: ({ enabled, defaultRole }) => (enabled && defaultRole === 'none' ? words.noRole : undefined),
        },
        {
          ...{ name: 'defaultRole', label: words.defaultRole, kind: 'choice' },
          choices: (['none', 'MEMBER', 'ADMIN'] as const).map((value) => ({ value, name: words.defaultRoles[value] })),
        },
      ],
    },
    { id: 'entry', title: words.entry, hint: words.entryHint, fields: entry },
  ];
}

function useEntryFields(owners: readonly Owner[]): FormField<Values>[] {
  const words = useWords(directoryWords);
  return [
    { name: 'enabled', label: words.enabled, kind: 'check' },
    {
      name: 'required',
      label: words.required,
      hint: words.requiredHint,
      kind: 'check',
      isShown: ({ enabled }) => enabled,
    },
    {
      name: 'breakGlass',
      label: words.breakGlass,
      part: ({ value, error, onChange }) => (
        <BreakGlass owners={owners} chosen={value} error={error} onChange={onChange} />
      ),
    },
    {
      ...{ name: 'sessionHours', label: words.sessionHours, inputMode: 'numeric', isShort: true, maxLength: 3 },
      missing: words.badHours(HOURS_MIN, HOURS_MAX),
      faultOf: (text) => {
        const isHours = /^\d{1,3}$/.test(text.trim()) && Number(text) >= HOURS_MIN && Number(text) <= HOURS_MAX;
        return isHours ? null : words.badHours(HOURS_MIN, HOURS_MAX);
      },
    },
  ];
}

interface BreakGlassProps {
  owners: readonly Owner[];
  chosen: readonly string[];
  error: string | undefined;
  onChange(chosen: readonly string[]): void;
}

function BreakGlass({ owners, chosen, error, onChange }: BreakGlassProps) {
  const words = useWords(directoryWords);
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-meta font-medium text-ink-2">{words.breakGlass}</legend>
      {owners.map(({ id, name, email }) => (
        <CheckField
          key={id}
          label={name}
          hint={email}
          checked={chosen.includes(id)}
          onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
        />
      ))}
      <p className="text-meta text-ink-3">{words.breakGlassHint}</p>
      {error !== undefined && (
        <p role="alert" className="text-meta text-block-ink">
          {error}
        </p>
      )}
    </fieldset>
  );
}
