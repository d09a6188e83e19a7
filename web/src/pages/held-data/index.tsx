// SPDX-License-Identifier: Apache-2.0
/** The data that the organization holds about one member, by category, for a request of that person. */
import type { HeldData, NotificationName } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { isNotThere } from '../../api/failure.ts';
import { readOf } from '../../api/reading.ts';
import { Panel } from '../../detail/panel.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { Page, ScrollRegion } from '../../page/page.tsx';
import { Answered } from '../../ui/answered.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { saveText } from '../../ui/save-text.ts';
import { Category, useLines } from './categories.tsx';
import { heldDataWords } from './words.ts';

export function HeldDataPage() {
  const words = useWords(heldDataWords);
  const { id } = useParams({ from: '/signed-in/members/$id' });
  const held = useQuery(readOf('readHeldData', { params: { id } }));
  const crumb = { name: words.members, to: '/members' } as const;
  if (isNotThere(held.error)) {
    return (
      <Page title={words.missingTitle} crumb={crumb}>
        <EmptyState help="heldData" title={words.missingTitle} text={words.missingText}>
          <Link to="/members" search={{}} className={buttonClass()}>
            {words.missingAction}
          </Link>
        </EmptyState>
      </Page>
    );
  }
  const { data } = held;
  const title = data === undefined ? words.title : words.titleOf(data.person.name ?? data.person.id);
  return (
    <Page title={title} crumb={crumb}>
      <Answered query={held}>
        {(answer) => (
          <ScrollRegion label={title}>
            <Person held={answer} />
            <Categories held={answer} />
            <Panel title={words.notShown}>
              <p className="mb-2 text-ink-2">{words.notShownText}</p>
              <PlainList items={answer.notShown.map((name) => words.notShownItems[name])} />
            </Panel>
          </ScrollRegion>
        )}
      </Answered>
    </Page>
  );
}

function Person({ held }: { held: HeldData }) {
  const words = useWords(heldDataWords);
  const { format, messages } = useLanguage();
  const { id, isMember, name, email, role, joinedAt, secondFactor, notifications, kept } = held.person;
  const facts = [
    [words.name, name],
    [words.email, email],
    [words.id, id],
    [words.role, role && messages.words.roles[role]],
    [words.joined, joinedAt && format.dateTime(joinedAt)],
    [words.secondFactor, secondFactor === null ? null : words.factors[secondFactor ? 'yes' : 'no']],
    [words.mailsWanted, notifications && (wanted(notifications, words.notices) || words.noMails)],
  ] as const;
  const file = `svc-held-data-${held.readAt.slice(0, 10)}.json`;
  return (
    <Panel title={words.person} aside={words.until[kept.until](kept.days)}>
      {!isMember && <p className="mb-2 text-ink-2">{words.former}</p>}
      <dl className="mb-3 grid grid-cols-[8rem_minmax(0,1fr)] gap-x-4 gap-y-2">
        {facts.map(([term, text]) =>
          text === null ? null : (
            <div key={term} className="contents">
              <dt className="text-ink-3">{term}</dt>
              <dd className="break-words">{text}</dd>
            </div>
          ),
        )}
      </dl>
      <Button onClick={() => saveText(file, `${JSON.stringify(held, null, 2)}\n`)}>
        <Download aria-hidden className="size-4" />
        {words.download}
      </Button>
    </Panel>
  );
}

function wanted(
  switches: NonNullable<HeldData['person']['notifications']>,
  names: Readonly<Record<NotificationName, string>>,
): string {
  const on = (Object.keys(names) as NotificationName[]).filter((name) => switches[name]);
  return on.map((name) => names[name]).join('; ');
}

function Categories({ held }: { held: HeldData }) {
  const lines = useLines(held);
  return lines.map(([category, list]) => (
    <Category key={category} category={category} part={held[category]} lines={list} />
  ));
}
