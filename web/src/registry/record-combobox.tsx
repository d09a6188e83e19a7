/** A record found by typing a part of its name; the service searches. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readOf } from '../api/reading.ts';
import { useWords } from '../language/word-set.ts';
import { Combobox } from '../ui/combobox.tsx';
import { registryWords } from './words.ts';

const SHOWN_MAX = 20;

type Searched = 'listAgents' | 'listResources' | 'listIntegrations';

/** Only integrations of this kind go with the calls of a route. */
const NARROWED: Readonly<Record<Searched, object>> = {
  listAgents: {},
  listResources: {},
  listIntegrations: { kind: 'HTTP' },
};

interface RecordComboboxProps {
  of: Searched;
  label: string;
  hint?: string;
  error?: string | undefined;
  placeholder?: string;
  value: string | null;
  /** Offered before the records. */
  first?: readonly string[];
  /** Not offered. */
  without?: readonly string[];
  onChoose(name: string | null): void;
}

export function RecordCombobox(props: RecordComboboxProps) {
  const { of, first = [], without = [], value, ...field } = props;
  const words = useWords(registryWords);
  const names = useNames(of, value);
  return (
    <Combobox
      {...field}
      value={value}
      choices={[...first, ...names.found].filter((name) => !without.includes(name))}
      none={words.noneFound}
      onType={names.search}
    />
  );
}

/** The text in the field when it is opened is no search yet. */
export function useNames(of: Searched, value: string | null) {
  const [typed, setTyped] = useState('');
  const q = typed === value ? '' : typed.trim();
  const { data } = useQuery({
    ...readOf(of, { query: { q, limit: String(SHOWN_MAX), ...NARROWED[of] } }),
    placeholderData: (before) => before,
  });
  return { found: data?.items.map(({ name }) => name) ?? [], search: setTyped, typed: q };
}
