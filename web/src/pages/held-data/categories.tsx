// SPDX-License-Identifier: Apache-2.0
/** The categories as lists of lines: each says what it is, and leads to where it is told whole. */
import type { HeldCategory, HeldData } from '@svc/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PANEL_LINK, Panel } from '../../detail/panel.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { heldDataWords } from './words.ts';

interface Line {
  key: string;
  name: ReactNode;
  at: string | null;
  facts: readonly (string | null)[];
}

type Words = ReturnType<typeof useWords<typeof import('./words-en.ts')['words']>>;
type Entry = HeldData['exports']['items'][number];

/** A line of each row, by category, in the order of the page. */
export function useLines(held: HeldData): [HeldCategory, Line[]][] {
  const words = useWords(heldDataWords);
  const language = useLanguage();
  const { format, messages } = language;
  const { roles } = messages.words;
  const entry = ({ seq, at, kind }: Entry, ...facts: (string | null)[]): Line => ({
    key: String(seq),
    name: <EntryLink seq={seq} kind={kind} />,
    at,
    facts: [words.entry(format.number(seq)), ...facts],
  });
  return [
    [
      'roleChanges',
      held.roleChanges.items.map(({ role, before, ...rest }) =>
        entry(rest, role && (before && before !== role ? words.roleChange(roles[before], roles[role]) : roles[role])),
      ),
    ],
    [
      'sessions',
      held.sessions.items.map(({ createdAt, lastUsedAt }, index) => {
        return {
          key: `${index}`,
          name: format.dateTime(createdAt),
          at: null,
          facts: [words.session(format.dateTime(lastUsedAt))],
        };
      }),
    ],
    ['reviews', held.reviews.items.map((review) => reviewLine(review, words))],
    [
      'grants',
      held.grants.items.map(({ id, madeAt, endedAt, note, endNote }) => {
        const end = endedAt && words.ended(format.dateTime(endedAt));
        const facts = [end, note && words.note(note), endNote && words.note(endNote)];
        return { key: id, name: <GrantLink id={id} />, at: madeAt, facts };
      }),
    ],
    [
      'changes',
      held.changes.items.map(({ subjectType, subjectId, ...rest }) => entry(rest, `${subjectType} ${subjectId}`)),
    ],
    ['exports', held.exports.items.map((one) => entry(one))],
    [
      'pauses',
      held.pauses.items.map(({ agent, status, at, reason }) => {
        return { key: `${agent.id}${at}`, name: agent.name, at, facts: [status, reason && words.reason(reason)] };
      }),
    ],
    [
      'anomalies',
      held.anomalies.items.map(({ id, kind, closedAt, note }) => {
        return { key: id, name: kind, at: closedAt, facts: [note && words.note(note)] };
      }),
    ],
    ['apiKeys', held.apiKeys.items.map(({ id, name, createdAt }) => ({ key: id, name, at: createdAt, facts: [] }))],
    ['impacts', held.impacts.items.map(({ id, createdAt }) => ({ key: id, name: id, at: createdAt, facts: [] }))],
    ...linesOfConnections(held, words, language),
  ];
}

function linesOfConnections(
  held: HeldData,
  words: Words,
  { format, messages }: ReturnType<typeof useLanguage>,
): [HeldCategory, Line[]][] {
  const { roles } = messages.words;
  return [
    [
      'connectedApps',
      held.connectedApps.items.map(({ id, name, host, scopes, createdAt, endedAt }) => {
        const end = endedAt && words.ended(format.dateTime(endedAt));
        return { key: id, name, at: createdAt, facts: [host, scopes.join(' '), end] };
      }),
    ],
    [
      'chatUsers',
      held.chatUsers.items.map(({ integration, team, user, createdAt }) => {
        return { key: `${integration}${team}${user}`, name: user, at: createdAt, facts: [team, integration] };
      }),
    ],
    [
      'directories',
      held.directories.items.map(({ issuer, subject, createdAt, signedInAt }) => {
        const facts = [issuer, words.lastSignIn(format.dateTime(signedInAt))];
        return { key: issuer, name: subject, at: createdAt, facts };
      }),
    ],
    [
      'provisioned',
      held.provisioned.items.map(({ userName, email, createdAt, ...names }) => {
        const { displayName, formattedName, givenName, familyName, externalId } = names;
        const facts = [email, displayName, formattedName, givenName, familyName, externalId];
        return { key: userName, name: userName, at: createdAt, facts };
      }),
    ],
    ['groups', held.groups.items.map(({ id, name, createdAt }) => ({ key: id, name, at: createdAt, facts: [] }))],
    [
      'signingKeys',
      held.signingKeys.items.map(({ id, createdAt }) => ({ key: id, name: id, at: createdAt, facts: [] })),
    ],
    [
      'invitations',
      held.invitations.items.map(({ id, email, role, createdAt, expiresAt }) => {
        const facts = [roles[role], words.invitationUntil(format.dateTime(expiresAt))];
        return { key: id, name: email, at: createdAt, facts };
      }),
    ],
    [
      'mails',
      held.mails.items.map(({ kind, at, endedAt }, index) => {
        const state = endedAt === null ? words.waiting : words.sent(format.dateTime(endedAt));
        return { key: `${index}`, name: kind, at, facts: [state] };
      }),
    ],
  ];
}

function GrantLink({ id }: { id: string }) {
  return (
    <Link to="/grants" search={{ open: id }} className={`font-mono ${PANEL_LINK}`}>
      {id}
    </Link>
  );
}

function EntryLink({ seq, kind }: { seq: number; kind: string }) {
  return (
    <Link to="/audit" search={{ open: String(seq) }} className={`font-mono ${PANEL_LINK}`}>
      {kind}
    </Link>
  );
}

type Review = HeldData['reviews']['items'][number];

function reviewLine({ eventId, status, decidedAt, channel, note }: Review, words: Words): Line {
  return {
    key: eventId,
    name: (
      <Link to="/events/$eventId" params={{ eventId }} className={PANEL_LINK}>
        {status}
      </Link>
    ),
    at: decidedAt,
    facts: [channel, note && words.note(note)],
  };
}

interface CategoryProps {
  category: HeldCategory;
  part: HeldData[HeldCategory];
  lines: readonly Line[];
}

export function Category({ category, part: { kept, total }, lines }: CategoryProps) {
  const words = useWords(heldDataWords);
  const { format } = useLanguage();
  return (
    <Panel title={words.categories[category]} count={total} aside={words.until[kept.until](kept.days)}>
      {lines.length === 0 && <p className="text-ink-3">{words.none}</p>}
      {lines.length < total && <p className="mb-2 text-meta text-ink-3">{words.newest(lines.length)}</p>}
      {lines.length > 0 && (
        <ul className="flex flex-col gap-2">
          {lines.map(({ key, name, at, facts }) => (
            <li key={key} className="break-words">
              <span>{name}</span>
              <span className="block text-meta text-ink-3">
                {[at && format.dateTime(at), ...facts].filter(Boolean).join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
