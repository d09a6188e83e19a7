// SPDX-License-Identifier: Apache-2.0
/** The subject of an event as facts, each on the way to its record. */
import type { EventItem } from '@svc/contract';
import { Link } from '@tanstack/react-router';
import { Facts } from '../detail/facts.tsx';
import { PANEL_LINK } from '../detail/panel.tsx';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { CopyIcon } from '../ui/copy.tsx';
import { doorWords } from './door-words.ts';
import { whyWords } from './why-words.ts';

/** @param hasId without it, the id stands elsewhere */
export function EventFacts({ event, hasId = false }: { event: EventItem; hasId?: boolean }) {
  const { messages, format } = useLanguage();
  const { facts: words } = useWords(whyWords);
  const { door: doorLabel, doors } = useWords(doorWords);
  const { agent, destination, door, recordsAffected, resource } = event;
  const notStated = <span className="font-normal text-ink-3">{words.notStated}</span>;
  const id = (
    <span className="flex items-start gap-1 text-body font-normal">
      <span className="min-w-0 font-mono">{event.id}</span>
      <span className="-my-1 max-md:-my-3">
        <CopyIcon text={event.id} what={event.id} />
      </span>
    </span>
  );
  return (
    <Facts
      facts={[
        {
          label: words.agent,
          value: (
            <Link to="/agents/$id" params={{ id: agent.id }} className={`font-mono ${PANEL_LINK}`}>
              {agent.name}
            </Link>
          ),
        },
        {
          label: words.resource,
          value: (
            <Link to="/resources" search={{ open: resource.id }} className={`font-mono ${PANEL_LINK}`}>
              {resource.name}
            </Link>
          ),
          hint: messages.words.classifications[resource.classification],
        },
        {
          label: words.destination,
          value: destination === null ? notStated : messages.words.destinations[destination],
        },
        { label: words.records, value: recordsAffected === null ? notStated : format.number(recordsAffected) },
        // Old events do not know theirs.
        ...(door === null ? [] : [{ label: doorLabel, value: doors[door] ?? door }]),
        ...(hasId ? [{ label: words.event, value: id }] : []),
      ]}
    />
  );
}
