// SPDX-License-Identifier: Apache-2.0
/** One guardrail: its sentence, what the last proof says, the policies that hold it, and its versions. */
import type { Guardrail } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Pencil, Trash2 } from 'lucide-react';
import { lazy } from 'react';
import { callApi } from '../../api/client.ts';
import { isNotThere } from '../../api/failure.ts';
import { readOf } from '../../api/reading.ts';
import { useWords } from '../../language/word-set.ts';
import { Page } from '../../page/page.tsx';
import { ClaimState, Enforcement } from '../../policy/claim/state.tsx';
import { registryWords } from '../../registry/words.ts';
import { Can } from '../../session/may.tsx';
import { Answered } from '../../ui/answered.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { GuardrailContent } from './content.tsx';
import { guardrailPageWords } from './words.ts';

const GuardrailDialog = lazy(() => import('../guardrails/guardrail-dialog.tsx'));
const ConfirmDialog = lazy(() =>
  import('../../ui/confirm-dialog.tsx').then((part) => ({ default: part.ConfirmDialog })),
);

export function GuardrailPage() {
  const words = useWords(guardrailPageWords);
  const { id } = useParams({ from: '/signed-in/guardrails/$id' });
  const guardrail = useQuery(readOf('readGuardrail', { params: { id } }));
  const crumb = { name: words.guardrails, to: '/guardrails' } as const;
  const { data } = guardrail;
  if (isNotThere(guardrail.error)) {
    return (
      <Page title={words.missingTitle} crumb={crumb}>
        <EmptyState title={words.missingTitle} text={words.missingText}>
          <Link to="/guardrails" search={{}} className={buttonClass()}>
            {words.missingAction}
          </Link>
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page
      title={data?.name ?? words.title}
      crumb={crumb}
      count={data !== undefined && <Head guardrail={data} />}
      actions={
        data !== undefined && (
          <Can operation="updateGuardrail">
            <Acts guardrail={data} />
          </Can>
        )
      }
    >
      <Answered query={guardrail}>{(detail) => <GuardrailContent key={detail.id} guardrail={detail} />}</Answered>
    </Page>
  );
}

function Head({ guardrail: { enforcing, state } }: { guardrail: Guardrail }) {
  return (
    <span className="flex items-center gap-4">
      <ClaimState state={state} />
      <span className="max-md:hidden">
        <Enforcement isEnforcing={enforcing} />
      </span>
    </span>
  );
}

function Acts({ guardrail }: { guardrail: Guardrail }) {
  const words = useWords(guardrailPageWords);
  const common = useWords(registryWords);
  const navigate = useNavigate();
  const { id, name } = guardrail;
  return (
    <>
      <DialogButton variant="ghost" dialog={(close) => <GuardrailDialog guardrail={guardrail} onClose={close} />}>
        <Pencil aria-hidden className="size-4" />
        <span className="max-md:sr-only">{common.edit}</span>
      </DialogButton>
      <DialogButton
        variant="danger-line"
        dialog={(close) => (
          <ConfirmDialog
            title={words.removeTitle(name)}
            text={words.removeText}
            act={words.remove.toLowerCase()}
            by={{ holding: name }}
            onConfirm={() => callApi('deleteGuardrail', { params: { id } })}
            reads={['listGuardrails', 'listDeletedGuardrails']}
            done={words.removed(name)}
            onDone={() => void navigate({ to: '/guardrails', search: {} })}
            onClose={close}
          />
        )}
      >
        <Trash2 aria-hidden className="size-4" />
        <span className="max-md:sr-only">{words.remove}</span>
      </DialogButton>
    </>
  );
}
