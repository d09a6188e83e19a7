// SPDX-License-Identifier: Apache-2.0
/** One door: when it was used, and while it is open how it is set up and what closes it. */
import type { DoorUse } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { readOf } from '../../api/reading.ts';
import { doorWords } from '../../decision/door-words.ts';
import { PANEL_LINK } from '../../detail/panel.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Segment } from '../../ui/segment.tsx';
import { Timestamp, useNow } from '../../ui/timestamp.tsx';
import { LastDecision } from './last-decision.tsx';
import { type DoorGroup, doorForms, type OfferedDoor } from './snippets.ts';
import { doorsWords } from './words.ts';

const TICK_EVERY_MS = 10_000;

interface DoorRowProps {
  door: OfferedDoor;
  group: DoorGroup;
  /** undefined: it was never used. */
  use: DoorUse | undefined;
  isOpen: boolean;
  onToggle(): void;
}

export function DoorRow({ door, group, use, isOpen, onToggle }: DoorRowProps) {
  const words = useWords(doorsWords);
  const { doors } = useWords(doorWords);
  const id = useId();
  const opened = useRef<HTMLDivElement>(null);
  // An address may lead to a door far below.
  useEffect(() => {
    if (isOpen) opened.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return (
    <li className="border-b border-line">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onToggle}
        className="flex min-h-13 w-full items-center gap-3 px-6 py-2 text-left hover:bg-hover
          focus-visible:-outline-offset-2 max-md:px-4"
      >
        <ChevronRight
          aria-hidden
          className={`size-4 shrink-0 text-ink-3 transition-transform ${isOpen ? 'rotate-90' : ''}`}
        />
        <span className="grid min-w-0 grow gap-x-6 @3xl:grid-cols-[minmax(0,1fr)_10rem_12rem] @3xl:items-center">
          <span className="min-w-0">
            <span className="block font-medium">{doors[door]}</span>
            <span className="block text-meta text-ink-3">{words.offered[door].text}</span>
          </span>
          <Used at={use?.lastAt ?? null} said={words.seen} never={words.notSeen} />
          {use !== undefined && <Used at={use.lastStoppedAt} said={words.stopped} never={words.notStopped} />}
        </span>
      </button>
      <div id={id} ref={opened} hidden={!isOpen}>
        {isOpen && <Opened door={door} group={group} isUsed={use !== undefined} />}
      </div>
    </li>
  );
}

interface UsedProps {
  at: string | null;
  said(ago: string): string;
  never: string;
}

function Used({ at, said, never }: UsedProps) {
  const { format } = useLanguage();
  const nowMs = useNow(TICK_EVERY_MS);
  if (at === null) return <span className="text-meta text-ink-3">{never}</span>;
  return (
    <span className="text-meta text-ink-2 tabular-nums">
      <Timestamp iso={at} text={said(format.ago(at, nowMs))} />
    </span>
  );
}

function Opened({ door, group, isUsed }: { door: OfferedDoor; group: DoorGroup; isUsed: boolean }) {
  const words = useWords(doorsWords);
  const { doors } = useWords(doorWords);
  const { away, closedBy } = words.offered[door];
  const forms = doorForms(door, { baseUrl: window.location.origin, ...useNames() });
  const [chosen, setChosen] = useState(forms[0].name);
  const { code } = forms.find(({ name }) => name === chosen) ?? forms[0];
  return (
    <div className="grid gap-x-8 gap-y-5 px-6 pt-3 pb-6 pl-13 max-md:px-4 @3xl:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="flex min-w-0 flex-col gap-2">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 className="text-meta font-medium text-ink-2">{words.setUp}</h3>
          {forms.length > 1 && (
            <Segment
              label={words.form}
              value={chosen}
              choices={forms.map(({ name }) => ({ value: name, name }))}
              onChoose={setChosen}
            />
          )}
        </div>
        <CodeBlock label={words.snippetOf(doors[door])} code={code} />
        {door !== 'MCP' && (
          <p className="text-meta text-ink-3">
            {group === 'assistants' || door === 'MCP_WRAP' ? words.commandsHint : words.keyHint}{' '}
            <Link to="/api-keys" search={{}} className={PANEL_LINK}>
              {words.keys}
            </Link>
          </p>
        )}
        {door === 'MCP_WRAP' && <p className="text-meta text-ink-3">{words.wrapHint}</p>}
        <More door={door} />
        <LastDecision door={door} />
      </div>
      <div className="flex flex-col gap-3">
        <Told title={words.whenAway} text={away} />
        <Told title={words.closedBy} text={closedBy} />
        {isUsed && (
          <Link to="/events" search={{ door }} className={`w-fit text-meta ${PANEL_LINK}`}>
            {words.events}
          </Link>
        )}
      </div>
    </div>
  );
}

function Told({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <h3 className="text-meta font-medium text-ink-2">{title}</h3>
      <p className="break-words">{text}</p>
    </div>
  );
}

/** Another page that has more of the door. */
function More({ door }: { door: OfferedDoor }) {
  const words = useWords(doorsWords);
  const look = `w-fit text-meta ${PANEL_LINK}`;
  if (door === 'MCP') {
    return (
      <Link to="/connected-apps/new" className={look}>
        {words.allAssistants}
      </Link>
    );
  }
  if (door !== 'HTTP_GATEWAY') return null;
  return (
    <Link to="/routes" search={{}} className={look}>
      {words.routes}
    </Link>
  );
}

/** A registered agent and resource, where there are any. */
function useNames(): { agent: string; resource: string } {
  const agents = useQuery(readOf('listAgents', { query: { limit: '1' } }));
  const resources = useQuery(readOf('listResources', { query: { limit: '1' } }));
  return {
    agent: agents.data?.items[0]?.name ?? 'AGENT',
    resource: resources.data?.items[0]?.name ?? 'RESOURCE',
  };
}
