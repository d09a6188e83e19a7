// SPDX-License-Identifier: Apache-2.0
/** The fields of the page, by what they are about. */
import type { Integration, NotificationSettings } from '@svc/contract';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { CheckField, type Choice } from '../../ui/field.tsx';
import type { FormField } from '../../ui/form.tsx';
import { MailedRoles } from './mailed-roles.tsx';
import { type EscalationRole, isTime, type Values } from './values.ts';
import { notificationsWords } from './words.ts';

interface Sources {
  stored: NotificationSettings;
  chats: readonly Integration[];
  tickets: readonly Integration[];
  incidents: readonly Integration[];
  canChange: boolean;
}

interface SectionOf {
  id: 'systems' | 'mails' | 'escalation' | 'quiet';
  title: string;
  hint?: string;
  fields: FormField<Values>[];
}

export function useSections({ stored, chats, tickets, incidents, canChange }: Sources): SectionOf[] {
  const words = useWords(notificationsWords);
  const choice = { kind: 'choice', disabled: !canChange } as const;
  const systems = (items: readonly Integration[]) => [
    { value: '', name: words.nowhere },
    ...items.map(({ id, name }) => ({ value: id, name })),
  ];
  const time = {
    isShort: true,
    maxLength: 5,
    missing: words.badTime,
    faultOf: (text: string) => (isTime(text) ? null : words.badTime),
    readOnly: !canChange,
    isShown: ({ quiet }: Values) => quiet === 'yes',
  } as const;
  const quietChoices = (['no', 'yes'] as const).map((value) => ({ value, name: words.quietChoices[value] }));
  return [
    {
      id: 'systems',
      title: words.systems,
      fields: [
        { ...choice, name: 'chat', label: words.chat, hint: words.chatHint, choices: systems(chats) },
        { ...choice, name: 'ticket', label: words.ticket, hint: words.ticketHint, choices: systems(tickets) },
      ],
    },
    {
      id: 'mails',
      title: words.mails,
      hint: words.mailsHint,
      fields: [
        {
          name: 'mails',
          label: words.mails,
          part: ({ value, onChange }) => <MailedRoles mails={value} onChange={onChange} isOff={!canChange} />,
        },
      ],
    },
    useEscalation({ stored, chats: systems(chats), incidents: systems(incidents), canChange }),
    {
      id: 'quiet',
      title: words.quiet,
      hint: words.quietHint(stored.timeZone),
      fields: [
        { ...choice, name: 'quiet', label: words.quietHours, choices: quietChoices },
        { ...time, name: 'from', label: words.from },
        { ...time, name: 'until', label: words.until },
      ],
    },
  ];
}

interface EscalationSources {
  stored: NotificationSettings;
  chats: readonly Choice[];
  incidents: readonly Choice[];
  canChange: boolean;
}

const SHARES = [10, 25, 50, 75, 90];

function useEscalation({ stored, chats, incidents, canChange }: EscalationSources): SectionOf {
  const words = useWords(notificationsWords);
  const set = stored.escalation?.afterPercent;
  const shares = [...new Set([...SHARES, ...(set === undefined ? [] : [set])])].sort((one, other) => one - other);
  const choices = [
    { value: '', name: words.never },
    ...shares.map((share) => ({ value: String(share), name: words.after(share) })),
  ];
  const isShown = ({ escalateAfter }: Values) => escalateAfter !== '';
  const choice = { kind: 'choice', disabled: !canChange } as const;
  return {
    id: 'escalation',
    title: words.escalation,
    hint: words.escalationHint,
    fields: [
      { ...choice, name: 'escalateAfter', label: words.escalate, choices },
      {
        name: 'escalateTo',
        label: words.escalateTo,
        isShown,
        faultOf: (roles: string | readonly string[]) => (roles.length === 0 ? words.missingRole : null),
        part: ({ value, error, onChange }) => (
          <RolesField
            label={words.escalateTo}
            roles={ESCALATION_ROLES}
            chosen={value}
            isOff={!canChange}
            onChange={onChange}
            error={error}
            hint={words.escalateToHint}
          />
        ),
      },
      { ...choice, name: 'secondChat', label: words.secondChat, choices: chats, isShown },
      {
        ...choice,
        name: 'incidents',
        label: words.incidents,
        hint: words.incidentsHint,
        choices: incidents,
        isShown,
      },
    ],
  };
}

const ESCALATION_ROLES: readonly EscalationRole[] = ['OWNER', 'ADMIN'];
interface RolesFieldProps {
  label: string;
  roles: readonly EscalationRole[];
  chosen: readonly EscalationRole[];
  isOff: boolean;
  onChange(chosen: readonly EscalationRole[]): void;
  hint?: string;
  error?: string | undefined;
}

function RolesField({ label, roles, chosen, isOff, onChange, hint, error }: RolesFieldProps) {
  const { messages } = useLanguage();
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1 text-meta font-medium text-ink-2">{label}</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        {roles.map((role) => (
          <CheckField
            key={role}
            label={messages.words.roles[role]}
            checked={chosen.includes(role)}
            disabled={isOff}
            onChange={({ target }) =>
              onChange(roles.filter((one) => (one === role ? target.checked : chosen.includes(one))))
            }
          />
        ))}
      </div>
      {hint !== undefined && <p className="text-meta text-ink-3">{hint}</p>}
      {error !== undefined && <p className="text-meta text-block-ink">{error}</p>}
    </fieldset>
  );
}
