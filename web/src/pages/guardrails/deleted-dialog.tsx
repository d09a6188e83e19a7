// SPDX-License-Identifier: Apache-2.0
/** The guardrails that were deleted, latest first; each comes back as it was. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { pagesOf } from '../../api/reading.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { useAuthor } from '../../policy/author.ts';
import { CLAIM_READS } from '../../policy/claim/reads.ts';
import { Can } from '../../session/may.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Answered } from '../../ui/answered.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx';
import { More } from '../../ui/more.tsx';
import { guardrailsWords } from './words.ts';

export default function DeletedDialog({ onClose }: { onClose(): void }) {
  const words = useWords(guardrailsWords);
  const { format, messages } = useLanguage();
  const authorOf = useAuthor();
  const deleted = useInfiniteQuery(pagesOf('listDeletedGuardrails', {}));
  return (
    <Dialog title={words.deleted} lead={words.deletedText} width="wide" onClose={onClose}>
      <DialogBody>
        <Answered query={{ ...deleted, data: deleted.data?.pages.flatMap((page) => page.items) }}>
          {(items) =>
            items.length === 0 ? (
              <p className="text-ink-3">{words.noneDeleted}</p>
            ) : (
              <ul className="divide-y divide-line border-y border-line">
                {items.map(({ id, name, version, deletedAt, ...author }) => (
                  <li key={id} className="flex min-h-13 flex-wrap items-center gap-3 py-2">
                    <span className="min-w-0 grow">
                      <span className="block font-medium break-words">{name}</span>
                      <span className="block text-meta text-ink-3">
                        {words.deletedBy(authorOf(author))} · {format.dateTime(deletedAt)}
                      </span>
                    </span>
                    <Can operation="restoreGuardrailVersion">
                      <ActButton
                        size="small"
                        aria-label={words.restoreNamed(name)}
                        // The version before the one that says that it is gone.
                        act={() =>
                          callApi('restoreGuardrailVersion', {
                            params: { id },
                            body: { number: version - 1, current: version },
                          })
                        }
                        reads={CLAIM_READS}
                        done={() => words.restored(name)}
                      >
                        {words.restore}
                      </ActButton>
                    </Can>
                  </li>
                ))}
              </ul>
            )
          }
        </Answered>
        {deleted.hasNextPage && <More list={deleted} />}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>{messages.ui.close}</Button>
      </DialogFoot>
    </Dialog>
  );
}
