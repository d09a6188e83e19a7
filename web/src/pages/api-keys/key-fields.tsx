/** The fields of an API key: name, addresses and end for every key, kind and agent of a new one. */
import { NAME_CHARACTERS_MAX } from '@svc/contract/limits';
import { useWords } from '../../language/word-set.ts';
import { RecordCombobox } from '../../registry/record-combobox.tsx';
import { registryWords } from '../../registry/words.ts';
import type { FormField } from '../../ui/form.tsx';
import { apiKeysWords } from './words.ts';

export interface KeyValues {
  name: string;
  kind: string;
  agent: string | null;
  /** One address a line. */
  ips: string;
  end: string;
  date: string;
}

const DAY_MS = 86_400_000;
const END_DAYS = [30, 90] as const;
const YEAR_DAYS = 365;

export function useKeyFields(isNew: boolean): FormField<KeyValues>[] {
  const words = useWords(apiKeysWords);
  const common = useWords(registryWords);
  const name: FormField<KeyValues> = {
    name: 'name',
    label: common.name,
    hint: words.nameHint,
    maxLength: NAME_CHARACTERS_MAX,
    missing: common.missingName,
    autoComplete: 'off',
  };
  const ends = [
    { value: '', name: words.noEnd },
    ...END_DAYS.map((days) => ({ value: String(days), name: words.days(days) })),
    { value: String(YEAR_DAYS), name: words.year },
    { value: 'date', name: words.onDate },
  ];
  const rest: FormField<KeyValues>[] = [
    { name: 'ips', label: common.optional(words.ips), hint: words.ipsHint, kind: 'lines' },
    { name: 'end', label: words.expires, kind: 'choice', choices: ends },
    {
      name: 'date',
      label: words.date,
      kind: 'date',
      isShown: ({ end }) => end === 'date',
      missing: words.missingDate,
      faultOf: (value) => (Date.parse(value) >= Date.now() - DAY_MS ? null : words.missingDate),
    },
  ];
  return isNew ? [name, ...fieldsOfNew(words, common), ...rest] : [name, ...rest];
}

function fieldsOfNew(
  words: { kind: string; for: string; agentHint: string; everyAgent: string } & {
    kinds: Readonly<Record<'LIVE' | 'TEST', string>>;
    kindTexts: Readonly<Record<'LIVE' | 'TEST', string>>;
  },
  common: { optional(label: string): string },
): FormField<KeyValues>[] {
  return [
    {
      name: 'kind',
      label: words.kind,
      kind: 'choice',
      choices: (['TEST', 'LIVE'] as const).map((value) => ({ value, name: words.kinds[value] })),
      hintOf: (value) => words.kindTexts[value as 'LIVE' | 'TEST'],
    },
    {
      name: 'agent',
      label: words.for,
      part: ({ value, error, onChange }) => (
        <RecordCombobox
          of="listAgents"
          label={common.optional(words.for)}
          hint={words.agentHint}
          placeholder={words.everyAgent}
          value={value}
          error={error}
          onChoose={onChange}
        />
      ),
    },
  ];
}

export const addressesOf = ({ ips }: KeyValues): string[] | null => {
  const lines = ips.split(/[\s,;]+/).filter((line) => line !== '');
  return lines.length === 0 ? null : lines;
};

/** A day counts to its end, where the person is. */
export function endOf({ end, date }: KeyValues): string | null {
  if (end === '') return null;
  if (end !== 'date') return new Date(Date.now() + Number(end) * DAY_MS).toISOString();
  return new Date(`${date}T23:59:59.999`).toISOString();
}
