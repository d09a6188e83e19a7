// SPDX-License-Identifier: Apache-2.0
/** The search: a button, the keys `/` and Ctrl K, and a dialog whose results arrow keys choose. */
import { useLang } from '@rspress/core/runtime';
import { IconSearch, SvgWrapper, useLinkNavigate } from '@rspress/core/theme-original';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { excerptOf, type Find, finderOf, type Hit } from './search-engine.ts';
import { useWords } from './words.ts';

export function Search() {
  const words = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const open = () => {
    dialog.current?.showModal();
    setIsOpen(true);
  };
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      const isKey = event.key === '/' || (event.key === 'k' && (event.ctrlKey || event.metaKey));
      if (!isKey || (event.key === '/' && isTyping(event.target))) return;
      event.preventDefault();
      if (dialog.current?.open !== true) open();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  });
  return (
    <>
      <button
        type="button"
        className="svc-tool svc-search-button"
        aria-label={words.search}
        aria-keyshortcuts="/ Control+K"
        onClick={open}
      >
        <SvgWrapper icon={IconSearch} />
        <span>{words.search}</span>
        <kbd aria-hidden>/</kbd>
      </button>
      <dialog
        ref={dialog}
        className="svc-search"
        aria-label={words.searching}
        onClose={() => setIsOpen(false)}
        onPointerDown={({ target }) => target === dialog.current && dialog.current?.close()}
      >
        {isOpen && <Panel onClose={() => dialog.current?.close()} />}
      </dialog>
    </>
  );
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

function Panel({ onClose }: { onClose(): void }) {
  const words = useWords();
  const navigate = useLinkNavigate();
  const list = useId();
  const [query, setQuery] = useState('');
  const { find, hasFailed } = useFinder();
  const [chosen, setChosen] = useState(0);
  const hits = query.trim() === '' || find === null ? [] : find(query);
  const go = (hit: Hit) => {
    onClose();
    void navigate(hit.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const hit = hits[chosen];
    if (step !== undefined && hits.length > 0) setChosen((chosen + step + hits.length) % hits.length);
    else if (event.key === 'Enter' && hit !== undefined) go(hit);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="svc-search-head">
        <input
          // biome-ignore lint/a11y/noAutofocus: a dialog that was opened to type in
          autoFocus
          type="text"
          inputMode="search"
          role="combobox"
          aria-label={words.searching}
          aria-expanded={hits.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          {...(hits.length > 0 && { 'aria-activedescendant': `${list}-${chosen}` })}
          autoComplete="off"
          spellCheck={false}
          placeholder={words.searchHint}
          value={query}
          onChange={({ target }) => {
            setQuery(target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="svc-tool" onClick={onClose}>
          {words.close}
        </button>
      </div>
      <p className="svc-search-count" aria-live="polite">
        {hasFailed && words.unreachable}
        {!hasFailed &&
          find !== null &&
          query.trim() !== '' &&
          (hits.length === 0 ? words.nothing(query.trim()) : words.results(hits.length))}
      </p>
      <div id={list} role="listbox" aria-label={words.searching} className="svc-search-hits">
        {hits.map((hit, index) => (
          <HitOption
            key={hit.id}
            id={`${list}-${index}`}
            hit={hit}
            query={query}
            isChosen={index === chosen}
            onChoose={() => go(hit)}
          />
        ))}
      </div>
    </>
  );
}

function useFinder(): { find: Find | null; hasFailed: boolean } {
  const language = useLang();
  const [find, setFind] = useState<Find | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    finderOf(language).then(
      (one) => setFind(() => one),
      () => setHasFailed(true),
    );
  }, [language]);
  return { find, hasFailed };
}

interface HitOptionProps {
  id: string;
  hit: Hit;
  query: string;
  isChosen: boolean;
  onChoose(): void;
}

function HitOption({ id, hit, query, isChosen, onChoose }: HitOptionProps) {
  const words = useWords();
  const option = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    // The field has the keys, as of any list that a field suggests from.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div ref={option} id={id} role="option" aria-selected={isChosen} tabIndex={-1} onClick={onChoose}>
      <span className="svc-hit-title">
        {hit.page}
        {hit.heading !== hit.page && ` › ${hit.heading}`}
        {hit.writtenIn !== undefined && <small> ({words.inEnglish})</small>}
      </span>
      <span className="svc-hit-text">
        {excerptOf(hit.text, query).map(({ at, part, isHit }) => (isHit ? <mark key={at}>{part}</mark> : part))}
      </span>
    </div>
  );
}
