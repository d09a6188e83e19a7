// SPDX-License-Identifier: Apache-2.0
/** Every state that a guardrail had: who made it, when, and the way back to it. */
import type { Guardrail, GuardrailVersion } from '@svc/contract';
import { claimSentence } from '@svc/core/plain-words';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { callApi } from '../../api/client.ts';
import { pagesOf } from '../../api/reading.ts';
import { Panel } from '../../detail/panel.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { useAuthor } from '../../policy/author.ts';
import { CLAIM_READS } from '../../policy/claim/reads.ts';
import { Enforcement } from '../../policy/claim/state.tsx';
import { Can } from '../../session/may.tsx';
import { Answered } from '../../ui/answered.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { More } from '../../ui/more.tsx';
import { Tag } from '../../ui/tag.tsx';
import { guardrailPageWords } from './words.ts';

const ConfirmDialog = lazy(() =>
  import('../../ui/confirm-dialog.tsx').then((part) => ({ default: part.ConfirmDialog })),
);

export function VersionsPanel({ guardrail }: { guardrail: Guardrail }) {
  const words = useWords(guardrailPageWords);
  const versions = useInfiniteQuery(pagesOf('listGuardrailVersions', { params: { id: guardrail.id } }));
  const items = versions.data?.pages.flatMap((page) => page.items);
  return (
    <Panel title={words.versions} count={guardrail.version} isFlush>
      <Answered query={{ ...versions, data: items }}>
        {(all) => (
          <ul className="divide-y divide-line border-t border-line">
            {all.map((version) => (
              <Version key={version.number} version={version} guardrail={guardrail} />
            ))}
          </ul>
        )}
      </Answered>
      {versions.hasNextPage && <More list={versions} />}
    </Panel>
  );
}

function Version({ version, guardrail }: { version: GuardrailVersion; guardrail: Guardrail }) {
  const words = useWords(guardrailPageWords);
  const { format, language } = useLanguage();
  const authorOf = useAuthor();
  const { change, createdAt, enforcing, number, restoredFrom } = version;
  const isNow = number === guardrail.version;
  const names = new Map(guardrail.agents.map(({ id, name }) => [id.toLowerCase(), name]));
  const what = restoredFrom === null ? words.changes[change] : words.restoredFrom(format.number(restoredFrom));
  return (
    <li className="flex flex-col gap-1 px-(--panel-inset) py-2.5">
      <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium tabular-nums">{words.version(format.number(number))}</span>
        {isNow ? <Tag>{words.now}</Tag> : <Enforcement isEnforcing={enforcing} />}
        {!isNow && change !== 'delete' && (
          <span className="ml-auto">
            <Restore version={version} guardrail={guardrail} />
          </span>
        )}
      </div>
      <p className="text-meta break-words text-ink-2">
        {claimSentence(version.claim, { language, agentNames: (id) => names.get(id.toLowerCase()) })}
      </p>
      <p className="text-meta text-ink-3">
        {what} · {authorOf(version)} · {format.dateTime(createdAt)}
      </p>
    </li>
  );
}

function Restore({ version: { number }, guardrail }: { version: GuardrailVersion; guardrail: Guardrail }) {
  const words = useWords(guardrailPageWords);
  const { format } = useLanguage();
  const told = format.number(number);
  return (
    <Can operation="restoreGuardrailVersion">
      <DialogButton
        size="small"
        aria-label={words.restoreNamed(told)}
        dialog={(close) => (
          <ConfirmDialog
            title={words.restoreTitle(told)}
            text={words.restoreText}
            act={words.restore}
            variant="solid"
            onConfirm={() =>
              callApi('restoreGuardrailVersion', {
                params: { id: guardrail.id },
                body: { number, current: guardrail.version },
              })
            }
            reads={CLAIM_READS}
            done={words.restored(told)}
            onClose={close}
          />
        )}
      >
        {words.restore}
      </DialogButton>
    </Can>
  );
}
