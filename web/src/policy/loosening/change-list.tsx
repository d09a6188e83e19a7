// SPDX-License-Identifier: Apache-2.0
/** The changes, each with the events that it is for: looser, stricter, and who else may approve. */
import type { AppPolicyDifference } from '@svc/contract';
import { approvalsOf } from '@svc/core/approvals';
import { areaSentence } from '@svc/core/plain-words';
import { useApproverNames } from '../../decision/approver-names.ts';
import { OutcomeGlyph } from '../../decision/glyph.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { looseningWords } from './words.ts';

export type Change = AppPolicyDifference['changes'][number];

export function ChangeList({ changes }: { changes: readonly Change[] }) {
  return (
    <ul className="flex flex-col gap-5">
      {changes.map((change) => (
        <ChangeItem key={`${change.kind} ${keyOf(change.from)} ${keyOf(change.to)}`} change={change} />
      ))}
    </ul>
  );
}

const keyOf = (side: Change['from']): string => JSON.stringify(side);

const OUTCOMES = { ALLOW: 'allowed', REVIEW: 'waiting', BLOCK: 'blocked' } as const;

function ChangeItem({ change }: { change: Change }) {
  const { language } = useLanguage();
  const words = useWords(looseningWords);
  const { areas, exact, from, kind, more, to } = change;
  return (
    <li>
      <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        {words.kinds[kind]}
        <span className="flex flex-wrap items-center gap-1.5 text-meta font-normal text-ink-2">
          <Side side={from} />
          <span aria-hidden>→</span>
          <span className="sr-only">{words.becomes}</span>
          <Side side={to} />
        </span>
      </h3>
      <ul className="mt-1.5 flex flex-col gap-1.5 border-l border-line-strong pl-3">
        {areas.map(({ area, by, when }) => (
          <li key={when}>
            <p className="break-words">{areaSentence(area, { language })}</p>
            {by.before !== by.after && (
              <p className="text-meta break-words text-ink-3">{words.by(by.before, by.after)}</p>
            )}
          </li>
        ))}
        {more > 0 && <li className="text-ink-3">{words.more(more)}</li>}
      </ul>
      {!exact && <p className="mt-1.5 text-meta text-ink-3">{words.wider}</p>}
    </li>
  );
}

function Side({ side }: { side: Change['from'] }) {
  const { approvals, decision, escalate } = side;
  const approverNames = useApproverNames();
  const { format, messages } = useLanguage();
  const { grants: mayGrant, isKept, people, notAsker, signed, valid } = useWords(looseningWords);
  const { count, notAsker: isOther, signed: isSigned, validMinutes, grants } = approvalsOf(approvals);
  return (
    <span className="inline-flex items-center gap-1">
      <OutcomeGlyph outcome={OUTCOMES[decision]} />
      {messages.words.decisions[decision]}
      {decision === 'REVIEW' && ` (${format.list(approverNames(side))})`}
      {count > 1 && `, ${people(count)}`}
      {isOther && `, ${notAsker}`}
      {isSigned && `, ${signed}`}
      {validMinutes !== null && `, ${valid(validMinutes)}`}
      {grants && `, ${mayGrant}`}
      {escalate === false && `, ${isKept}`}
    </span>
  );
}
