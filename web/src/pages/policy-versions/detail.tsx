// SPDX-License-Identifier: Apache-2.0
/** One version: its changes field by field, the policies that it had, and the way back to it. */
import type { PolicyVersionChange, PolicyVersionDetail } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import { lazy, type ReactNode } from 'react';
import { apiAddress } from '../../api/address.ts';
import { callApi } from '../../api/client.ts';
import { readOf } from '../../api/reading.ts';
import { OutcomeGlyph } from '../../decision/glyph.tsx';
import { Panel } from '../../detail/panel.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { ScrollRegion } from '../../page/page.tsx';
import { useAuthor } from '../../policy/author.ts';
import { Can } from '../../session/may.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Answered } from '../../ui/answered.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Changes } from './changes.tsx';
import { versionsWords } from './words.ts';

const RestoreDialog = lazy(() => import('./restore-dialog.tsx'));

export function VersionDetail({ number, current }: { number: number; current: number }) {
  const words = useWords(versionsWords);
  const { format } = useLanguage();
  const version = useQuery(readOf('readPolicyVersion', { params: { number } }));
  return (
    <ScrollRegion label={words.version(format.number(number))} className="md:[--panel-inset:1.5rem]">
      <Answered query={version} missing={<p className="p-6 text-ink-3">{words.missing}</p>}>
        {(detail) => (
          <>
            <Head detail={detail} current={current} />
            {detail.note !== null && <Note number={number} note={detail.note} />}
            <Panel title={words.changes} aside={number === 1 ? undefined : words.changesHint}>
              <ChangeList detail={detail} />
            </Panel>
            <Panel title={words.set} count={detail.policies.length} isFlush>
              <PolicySet detail={detail} />
            </Panel>
          </>
        )}
      </Answered>
    </ScrollRegion>
  );
}

function Head({ detail, current }: { detail: PolicyVersionDetail; current: number }) {
  const words = useWords(versionsWords);
  const { format } = useLanguage();
  const authorOf = useAuthor();
  const { actor, createdAt, isCurrent, number, source } = detail;
  // Another author is named by the way that the change came.
  const isByPerson = actor.type === 'user' && source !== 'provisioning';
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-line px-6 py-4 max-md:px-4">
      <div className="min-w-0 grow">
        <h2 className="flex items-center gap-2 text-title">
          {words.version(format.number(number))}
          {isCurrent && <Tag>{words.inForce}</Tag>}
        </h2>
        <p className="text-ink-2">
          {isByPerson ? words.by(authorOf(detail), words.sources[source]) : authorOf(detail)} ·{' '}
          {format.dateTime(createdAt)}
        </p>
      </div>
      <a href={apiAddress('exportPolicies', { query: { version: String(number) } })} download className={buttonClass()}>
        {words.export}
      </a>
      {!isCurrent && (
        <Can operation="restorePolicyVersion">
          <DialogButton
            variant="solid"
            dialog={(close) => <RestoreDialog number={number} current={current} onClose={close} />}
          >
            <RotateCcw aria-hidden className="size-4" />
            {words.restore}
          </DialogButton>
        </Can>
      )}
    </div>
  );
}

/** Why, in the words of the person: it can be erased, as the chain holds a commitment alone. */
function Note({ number, note }: { number: number; note: string }) {
  const words = useWords(versionsWords);
  return (
    <Panel
      title={words.note}
      aside={
        <Can operation="erasePolicyNote">
          <ActButton
            size="small"
            act={() => callApi('erasePolicyNote', { params: { number } })}
            reads={['readPolicyVersion']}
            done={() => words.noteErased}
          >
            {words.eraseNote}
          </ActButton>
        </Can>
      }
    >
      <p className="whitespace-pre-wrap wrap-anywhere">{note}</p>
    </Panel>
  );
}

function ChangeList({ detail: { changes, changesTotal } }: { detail: PolicyVersionDetail }) {
  const words = useWords(versionsWords);
  const { format } = useLanguage();
  if (changes.length === 0) return <p className="text-ink-3">{words.nothing}</p>;
  return (
    <div className="flex flex-col gap-5">
      {changes.map((change) => (
        <Change key={change.id} change={change} />
      ))}
      {changesTotal > changes.length && (
        <p className="text-meta text-ink-3">{words.more(format.number(changes.length), format.number(changesTotal))}</p>
      )}
    </div>
  );
}

function Change({ change }: { change: PolicyVersionChange }) {
  const words = useWords(versionsWords);
  const { id, isTruncated, name, op } = change;
  return (
    <section aria-label={name}>
      <h3 className="mb-1 flex items-start gap-2">
        <Tag>{words.ops[op]}</Tag>
        {op === 'delete' ? (
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
        ) : (
          <PolicyLink id={id}>{name}</PolicyLink>
        )}
      </h3>
      <Changes change={change} />
      {isTruncated && <p className="text-meta text-ink-3">{words.truncated}</p>}
    </section>
  );
}

function PolicyLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Link
      to="/policies/$id"
      params={{ id }}
      className="min-w-0 font-medium wrap-anywhere underline decoration-line-strong
        underline-offset-4 hover:decoration-ink"
    >
      {children}
    </Link>
  );
}

const GLYPHS = { ALLOW: 'allowed', REVIEW: 'waiting', BLOCK: 'blocked' } as const;

function PolicySet({ detail: { policies } }: { detail: PolicyVersionDetail }) {
  const words = useWords(versionsWords);
  return (
    <ul className="divide-y divide-line border-t border-line">
      {policies.map(({ id, decision, enabled, mode, name }) => (
        <li key={id} className="flex min-h-9 items-center gap-2.5 px-(--panel-inset) py-1.5">
          <OutcomeGlyph outcome={GLYPHS[decision]} />
          <span className={`min-w-0 wrap-anywhere ${enabled ? '' : 'text-ink-3'}`}>{name}</span>
          {!enabled && <Tag>{words.off}</Tag>}
          {enabled && mode === 'MONITOR' && <Tag isDashed>{words.watches}</Tag>}
        </li>
      ))}
    </ul>
  );
}
