// SPDX-License-Identifier: Apache-2.0
/** Who has approved a review that several people have to approve, and who is still needed. */
import type { Review } from '@svc/contract';
import { approvalsSentence } from '@svc/core/plain-words';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { Can } from '../session/may.tsx';
import { EraseNote } from './erase-note.tsx';
import type { Result } from './resolving.ts';
import { answerWords } from './words.ts';

export function ApprovalsSoFar({ review, onResult }: { review: Review; onResult(result: Result): void }) {
  const { language, messages, format } = useLanguage();
  const words = useWords(answerWords);
  const { approvals, eventId, status } = review;
  if (approvals.needed <= 1) return null;
  return (
    <div className="flex flex-col gap-1">
      {status === 'PENDING' && <p className="font-medium">{approvalsSentence(approvals, { language })}</p>}
      {approvals.by.length > 0 && (
        <ul aria-label={words.approvals} className="flex flex-col gap-1 text-meta text-ink-2">
          {approvals.by.map(({ id, name, role, at, note, counts }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-3">
              <span className="min-w-0 break-words">
                {words.approvedBy(name ?? id, messages.words.roles[role], format.dateTime(at))}
                {!counts && `, ${words.countsNoMore}`}
                {note !== null && <span className="block whitespace-pre-wrap">{`${words.noteOf}: ${note}`}</span>}
              </span>
              {note !== null && (
                <Can operation="eraseReviewNote">
                  <EraseNote eventId={eventId} accountId={id} onResult={onResult} />
                </Can>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
