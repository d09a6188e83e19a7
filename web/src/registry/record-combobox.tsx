// SPDX-License-Identifier: Apache-2.0
/** A record found by typing a part of its name; the service searches. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { failureOf } from '../api/failure.ts';
import { readOf } from '../api/reading.ts';
import { contains } from '../language/contains.ts';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { Combobox } from '../ui/combobox.tsx';
import { FailureNotice } from '../ui/notice.tsx';
import { registryWords } from './words.ts';

const SHOWN_MAX = 20;
/** A search that failed is sent again by itself, as long as its field is shown. */
const AGAIN_AFTER_MS = 5_000;

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
      note={names.note}
      onType={names.search}
    />
  );
}

interface Names {
  found: readonly string[];
  /** That the names are still asked for, or could not be read; null when they are there. */
  note: ReactNode;
  typed: string;
  search(typed: string): void;
}

/** The text in the field when it is opened is no search yet. */
export function useNames(of: Searched, value: string | null): Names {
  const { ui } = useLanguage().messages;
  const [typed, setTyped] = useState('');
  const q = typed === value ? '' : typed.trim();
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...readOf(of, { query: { q, limit: String(SHOWN_MAX), ...NARROWED[of] } }),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => state.status === 'error' && AGAIN_AFTER_MS,
  });
  const names = data?.items.map(({ name }) => name) ?? [];
  // The answer before narrows with each key, so that the next one moves few names, or none, under a pointer.
  const found = isPlaceholderData ? names.filter((name) => contains(name, q)) : names;
  const note =
    error !== null ? (
      <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />
    ) : isPending || (isPlaceholderData && found.length === 0) ? (
      <p className="px-2.5 py-1.5">{ui.loading}</p>
    ) : null;
  return { found, note, typed: q, search: setTyped };
}
