// SPDX-License-Identifier: Apache-2.0
/** One decision told as a sentence: who wants what, how much, from where, to where. */
import type { EventItem } from '@svc/contract';
import { Fragment } from 'react';
import { useLanguage } from '../language/index.tsx';
import { type Part, type Told, textOf, toldOf } from './told.ts';

/** For a heading: what matters is set off from the words between. */
/** @param isTried an action that is only tried: the agent wants it, and nothing has happened */
export function Sentence({ event, isTried = false }: { event: EventItem; isTried?: boolean }) {
  const { format } = useLanguage();
  const told = toldOf(event, format);
  return <ToldSentence told={isTried ? { ...told, isWaiting: true } : told} />;
}

export function ToldSentence({ told }: { told: Told }) {
  const { messages } = useLanguage();
  return <Parts parts={messages.words.sentence(told)} strongClass="font-semibold text-ink" />;
}

/** For a row beside the agent's name: `export 4,812 records from customers`. */
export function ShortAct({ event }: { event: EventItem }) {
  const { messages, format } = useLanguage();
  return <Parts parts={messages.words.act(toldOf(event, format))} />;
}

/** For a list: `Export 4,812 from customers to an API`. */
export function RowAct({ event }: { event: EventItem }) {
  const { messages, format } = useLanguage();
  return <Parts parts={messages.words.row(toldOf(event, format))} />;
}

/** The title of the page of an event: `Export 4,812 records from customers`. */
export function useActTitle(): (event: EventItem) => string {
  const { messages, format } = useLanguage();
  return (event) => {
    const text = textOf(messages.words.act(toldOf(event, format)));
    return text.charAt(0).toUpperCase() + text.slice(1);
  };
}

/** The same as a text, for a file. */
export function useRowText(): (event: EventItem) => string {
  const { messages, format } = useLanguage();
  return (event) => textOf(messages.words.row(toldOf(event, format)));
}

export function Parts({ parts, strongClass = '' }: { parts: readonly Part[]; strongClass?: string }) {
  return parts.map((part, index) => {
    const key = `${index}`;
    if (typeof part === 'string') return <Fragment key={key}>{part}</Fragment>;
    if ('strong' in part)
      return (
        <b key={key} className={`font-medium ${strongClass}`}>
          {part.strong}
        </b>
      );
    return (
      <span key={key} className={`font-mono text-ink ${strongClass}`}>
        {part.name}
      </span>
    );
  });
}
