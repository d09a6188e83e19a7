// SPDX-License-Identifier: Apache-2.0
/** Tries an upstream at a press, and tells in words what one call found. */
import type { AppOperationId, UpstreamCheck } from '@svc/contract';
import { type ReactNode, useId } from 'react';
import { useAct } from '../api/acting.ts';
import { type Failure, failureOf } from '../api/failure.ts';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { Can } from '../session/may.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNotice, Notice, type NoticeTone } from '../ui/notice.tsx';
import { DrawerPart } from './record-drawer.tsx';
import { registryWords } from './words.ts';

interface UpstreamCheckPartProps {
  operation: AppOperationId;
  /** How it is asked. */
  lead: string;
  check(): Promise<UpstreamCheck>;
  /** The word of the button, and the one while it works. */
  act?: readonly [string, string];
  /** The operations whose answers it makes old. */
  reads?: readonly AppOperationId[];
  /** Beside the button. */
  more?: ReactNode;
  /** The fields of the call, which show a refusal that is about one of them. */
  children?(failure: Failure | null): ReactNode;
  /** True for a refusal that a field shows. */
  isShown?(failure: Failure): boolean;
}

export function UpstreamCheckPart(props: UpstreamCheckPartProps) {
  const { operation, lead, check, reads = [], more, children, isShown } = props;
  const words = useWords(registryWords);
  const [act, working] = props.act ?? [words.check.act, words.check.working];
  const leadId = useId();
  const checking = useAct(check, reads);
  const failure = checking.error === null || checking.isPending ? null : failureOf(checking.error);
  return (
    <Can operation={operation}>
      <DrawerPart title={words.check.title}>
        <form
          noValidate
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (!checking.isPending) checking.mutate(undefined);
          }}
        >
          <p id={leadId} className="text-ink-3">
            {lead}
          </p>
          {children?.(failure)}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" aria-describedby={leadId} aria-disabled={checking.isPending}>
              {checking.isPending ? working : act}
            </Button>
            {more}
          </div>
          {failure !== null && isShown?.(failure) !== true && <FailureNotice failure={failure} />}
          {checking.data !== undefined && !checking.isPending && <UpstreamFinding found={checking.data} />}
        </form>
      </DrawerPart>
    </Can>
  );
}

const REFUSALS: readonly (number | null)[] = [401, 403];
const WAIT = 429;
const SERVER_FAULT_MIN = 500;

export function UpstreamFinding({ found }: { found: UpstreamCheck }) {
  const { format } = useLanguage();
  const { check: words } = useWords(registryWords);
  const { host, status, latencyMs } = found;
  const what =
    status === null
      ? host === null
        ? words.notAsked
        : words.silent(host)
      : words.answered(host ?? '', status, format.number(latencyMs));
  const [tone, remedy] = useMeaning(found);
  return <Notice tone={tone} what={what} remedy={remedy} />;
}

/** The first that holds: no whole answer, something against a message, then what the status says. */
function useMeaning({ status, fault, messageFault, withCredential }: UpstreamCheck): [NoticeTone, string] {
  const { check: words, mend } = useWords(registryWords);
  if (fault !== null) return ['problem', words.faults[fault]];
  if (messageFault === 'NOT_DELIVERED') return ['problem', words.notTaken];
  if (messageFault !== null) return ['problem', mend[messageFault]];
  if (REFUSALS.includes(status)) return ['problem', withCredential ? words.refused : words.wantsCredential];
  if (status === WAIT) return ['information', words.asksToWait];
  if ((status ?? 0) >= SERVER_FAULT_MIN) return ['information', words.itsOwnFault];
  return ['success', words.reached];
}
