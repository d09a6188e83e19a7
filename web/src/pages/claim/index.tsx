// SPDX-License-Identifier: Apache-2.0
/** One claim: its sentence, what the last proof says, the policies that hold it, and its versions. */
import type { Guardrail } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Pencil, Trash2 } from 'lucide-react';
import { lazy } from 'react';
import { callApi } from '../../api/client.ts';
import { isNotThere } from '../../api/failure.ts';
import { readOf } from '../../api/reading.ts';
import { useWords } from '../../language/word-set.ts';
import { ClaimState, Enforcement } from '../../policy/claim/state.tsx';
import { registryWords } from '../../registry/words.ts';
import { Can } from '../../session/may.tsx';
import { Page } from '../../shell/page.tsx';
import { Answered } from '../../ui/answered.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ClaimContent } from './content.tsx';
import { claimPageWords } from './words.ts';

const ClaimDialog = lazy(() => import('../claims/claim-dialog.tsx'));
const ConfirmDialog = lazy(() =>
  import('../../ui/confirm-dialog.tsx').then((part) => ({ default: part.ConfirmDialog })),
);

export function ClaimPage() {
  const words = useWords(claimPageWords);
  const { id } = useParams({ from: '/signed-in/claims/$id' });
  const claim = useQuery(readOf('readGuardrail', { params: { id } }));
  const crumb = { name: words.claims, to: '/claims' } as const;
  const { data } = claim;
  if (isNotThere(claim.error)) {
    return (
      <Page title={words.missingTitle} crumb={crumb}>
        <EmptyState title={words.missingTitle} text={words.missingText}>
          <Link to="/claims" search={{}} className={buttonClass()}>
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
      count={data !== undefined && <Head claim={data} />}
      actions={
        data !== undefined && (
          <Can operation="updateGuardrail">
            <Acts claim={data} />
          </Can>
        )
      }
    >
      <Answered query={claim}>{(detail) => <ClaimContent key={detail.id} claim={detail} />}</Answered>
    </Page>
  );
}

function Head({ claim: { enforcing, state } }: { claim: Guardrail }) {
  return (
    <span className="flex items-center gap-4">
      <ClaimState state={state} />
      <span className="max-md:hidden">
        <Enforcement isEnforcing={enforcing} />
      </span>
    </span>
  );
}

function Acts({ claim }: { claim: Guardrail }) {
  const words = useWords(claimPageWords);
  const common = useWords(registryWords);
  const navigate = useNavigate();
  const { id, name } = claim;
  return (
    <>
      <DialogButton variant="ghost" dialog={(close) => <ClaimDialog claim={claim} onClose={close} />}>
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
            onDone={() => void navigate({ to: '/claims', search: {} })}
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
