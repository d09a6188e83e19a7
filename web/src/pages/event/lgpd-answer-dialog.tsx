// SPDX-License-Identifier: Apache-2.0
/** Makes the answer to the person whom a decision concerns. The file is saved, and kept nowhere else. */
import type { EventItem, Language, LgpdAnswerQuery } from '@svc/contract';
import { EMAIL_CHARACTERS_MAX } from '@svc/contract/limits';
import { readFile } from '../../api/file.ts';
import { useLanguage } from '../../language/index.tsx';
import { LANGUAGES } from '../../language/languages.ts';
import { useWords } from '../../language/word-set.ts';
import { keepPreference, readText } from '../../preference/index.ts';
import type { FormField } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { saveBlob } from '../../ui/save-text.ts';
import { showToast } from '../../ui/toast.ts';
import { eventWords } from './words.ts';

interface Values {
  language: Language;
  format: NonNullable<LgpdAnswerQuery['format']>;
  contact: string;
  session: boolean;
}

/** The same one answers all requests: the browser remembers where people are to write. */
const CONTACT = 'lgpd-contact';

export default function LgpdAnswerDialog({ event, onClose }: { event: EventItem; onClose(): void }) {
  const { answer: words } = useWords(eventWords);
  const { language } = useLanguage();
  const session = event.context?.session;
  const fields: readonly FormField<Values>[] = [
    {
      name: 'language',
      label: words.language,
      kind: 'choice',
      choices: LANGUAGES.map(({ value, name }) => ({ value, name })),
    },
    {
      name: 'format',
      label: words.format,
      kind: 'choice',
      choices: [
        { value: 'html', name: words.formats.html },
        { value: 'json', name: words.formats.json },
      ],
    },
    { name: 'contact', label: words.contact, hint: words.contactHint, maxLength: EMAIL_CHARACTERS_MAX },
    ...(session === undefined
      ? []
      : [{ name: 'session' as const, label: words.session(session), hint: words.sessionHint, kind: 'check' as const }]),
  ];
  return (
    <FormDialog<Values, Awaited<ReturnType<typeof readFile>>>
      title={words.title}
      lead={words.lead}
      act={words.act}
      fields={fields}
      values={{ language, format: 'html', contact: readText(CONTACT), session: false }}
      onSend={({ contact, session: isOfSession, ...chosen }) => {
        const named = contact.trim();
        keepPreference(CONTACT, named);
        const query = { ...chosen, contact: named, ...(isOfSession && { session: 'true' as const }) };
        return readFile('exportLgpdAnswer', { params: { id: event.id }, query });
      }}
      onSent={({ name, content }) => {
        saveBlob(name, content);
        onClose();
        showToast({ title: words.done });
      }}
      onClose={onClose}
    />
  );
}
