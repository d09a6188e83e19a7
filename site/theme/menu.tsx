// SPDX-License-Identifier: Apache-2.0
/** The menu of all documents: groups that open and close by a button, and the page that is read marked in it. */
import { useActiveMatcher, useSidebarDynamic } from '@rspress/core/runtime';
import { Link } from '@rspress/core/theme-original';
import { useEffect, useRef, useState } from 'react';
import { useWords } from './words.ts';

type Items = ReturnType<typeof useSidebarDynamic>[0];
type Item = Items[number];
type Group = Extract<Item, { items: unknown }>;

export function Menu() {
  const words = useWords();
  const [items] = useSidebarDynamic();
  return (
    <nav className="svc-menu" aria-label={words.menu}>
      <List items={items} />
    </nav>
  );
}

function List({ items }: { items: Items }) {
  return (
    <ul>
      {items.map((item) => {
        if ('items' in item) return <GroupEntry key={item.text} group={item} />;
        return 'link' in item && <Entry key={item.link} {...item} />;
      })}
    </ul>
  );
}

function GroupEntry({ group }: { group: Group }) {
  const isActive = useActiveMatcher();
  const holdsPage = holds(group, isActive);
  const [isOpen, setIsOpen] = useState(!group.collapsed || holdsPage);
  useEffect(() => {
    if (holdsPage) setIsOpen(true);
  }, [holdsPage]);
  return (
    <li>
      <button type="button" className="svc-menu-group" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {group.text}
      </button>
      {isOpen && <List items={group.items} />}
    </li>
  );
}

function holds(group: Group, isActive: (link: string) => boolean): boolean {
  return group.items.some((item) => ('items' in item ? holds(item, isActive) : 'link' in item && isActive(item.link)));
}

function Entry({ text, link, context }: { text: string; link: string; context?: string }) {
  const words = useWords();
  const isCurrent = useActiveMatcher()(link);
  const entry = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) entry.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <li ref={entry}>
      <Link href={link} className="svc-menu-link" {...(isCurrent && { 'aria-current': 'page' })}>
        <span {...(context !== undefined && { lang: context })}>{text}</span>
        {context !== undefined && <small> ({words.inEnglish})</small>}
      </Link>
    </li>
  );
}
