/** Asks once more before a review is resolved, with room for a note. */
import type { EventDetail, EventItem } from '@svc/contract';
import { REVIEW_NOTE_CHARACTERS_MAX } from '@svc/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId } from 'react';
import { type Failure, failureOf } from '../../api/failure.ts';
import { eventQuery, type Resolution, resolveReview, waitingReviewsQuery } from '../../api/queries.ts';
import type { Messages } from '../../language/en.ts';
import { useLanguage } from '../../language/index.tsx';
import { Button } from '../../ui/button.tsx';
import { useDialog } from '../../ui/dialog.ts';
import { TextArea } from '../../ui/field.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import type { Result } from './result.ts';

interface ResolveDialogProps {
  event: EventItem;
  resolution: Resolution;
  onClose(): void;
  onResult(result: Result): void;
}

export function ResolveDialog({ event, resolution, onClose, onResult }: ResolveDialogProps) {
  const { messages } = useLanguage();
  const { review: labels } = messages;
  const dialog = useDialog(onClose);
  const titleId = useId();
  const textId = useId();
  const resolving = useResolving(event, resolution, onResult);
  const isApproval = resolution === 'approve';
  const submit = (submitted: FormEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    const note = new FormData(submitted.currentTarget).get('note');
    resolving.mutate(typeof note === 'string' ? note : '');
  };
  return (
    <dialog {...dialog.props} aria-labelledby={titleId} aria-describedby={textId}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <div>
          <h2 id={titleId} className="text-lg font-semibold">
            {isApproval ? labels.approveTitle : labels.denyTitle}
          </h2>
          <p id={textId} className="mt-1 text-muted">
            <span className="font-medium text-ink">
              {event.agent.name}: {messages.words.actionsOn[event.action](event.resource.name)}.
            </span>{' '}
            {isApproval ? labels.approveText : labels.denyText}
          </p>
        </div>
        {resolving.error !== null && <FailureNotice failure={failureOf(resolving.error)} />}
        <TextArea
          label={labels.note}
          hint={labels.noteHint}
          name="note"
          maxLength={REVIEW_NOTE_CHARACTERS_MAX}
          onKeyDown={(pressed) => {
            if (pressed.key !== 'Enter' || !(pressed.ctrlKey || pressed.metaKey)) return;
            pressed.preventDefault();
            pressed.currentTarget.form?.requestSubmit();
          }}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={dialog.close}>
            {labels.cancel}
          </Button>
          <Button type="submit" look={isApproval ? 'primary' : 'danger'} disabled={resolving.isPending}>
            {confirmText(labels, resolution, resolving.isPending)}
          </Button>
        </div>
      </form>
    </dialog>
  );
}

function confirmText(labels: Messages['review'], resolution: Resolution, isWorking: boolean): string {
  if (isWorking) return labels.working;
  return resolution === 'approve' ? labels.confirmApprove : labels.confirmDeny;
}

/** What the service settled closes the dialog; what may pass, as a lost connection, leaves it open with its note. */
function useResolving(event: EventItem, resolution: Resolution, onResult: (result: Result) => void) {
  const { messages } = useLanguage();
  const queries = useQueryClient();
  const readAgain = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: waitingReviewsQuery.queryKey }),
      queries.invalidateQueries({ queryKey: ['events'] }),
      queries.invalidateQueries({ queryKey: eventQuery(event.id).queryKey }),
    ]);
  return useMutation({
    mutationFn: (note: string) => resolveReview(event.id, resolution, note),
    async onSuccess() {
      await readAgain();
      const { approvedNow, deniedNow } = messages.review;
      onResult({ tone: 'success', what: resolution === 'approve' ? approvedNow : deniedNow });
    },
    async onError(error) {
      const failure = failureOf(error);
      if (failure.kind !== 'refused' || (failure.status !== 403 && failure.status !== 409)) return;
      await readAgain();
      onResult({
        tone: 'problem',
        ...settled(failure, queries.getQueryData(eventQuery(event.id).queryKey), messages),
      });
    },
  });
}

/** Why it was refused, told from the state that the event is in now. */
function settled(
  failure: Extract<Failure, { kind: 'refused' }>,
  detail: EventDetail | undefined,
  { review: labels, failures }: Messages,
): Omit<Result, 'tone'> {
  if (failure.status === 403) return { what: labels.notPermitted, mend: failures.byCode.forbidden.mend };
  const review = detail?.review;
  if (review?.status === 'APPROVED') return { what: labels.alreadyApproved };
  if (review?.status === 'DENIED') return { what: labels.alreadyDenied };
  if (review?.status === 'EXPIRED') return { what: labels.alreadyExpired };
  if (review?.agentPaused === true) return { what: labels.agentPaused };
  return failures.byCode.conflict;
}
