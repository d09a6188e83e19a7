// SPDX-License-Identifier: Apache-2.0
/** An app asks to act for the person: who asks, for which organization, and what it may do, one by one. */
import type { AuthorizationRequest } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useAct } from '../../api/acting.ts';
import { callApi } from '../../api/client.ts';
import { type Failure, failureOf } from '../../api/failure.ts';
import { Preferences } from '../../entry/preferences.tsx';
import { useWords } from '../../language/word-set.ts';
import { Mark } from '../../page/mark.tsx';
import { Button } from '../../ui/button.tsx';
import { ChoiceField } from '../../ui/field.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { MayAsk } from './may-ask.tsx';
import { ScopeChoice } from './scope-choice.tsx';
import { connectWords } from './words.ts';

export function ConnectPage() {
  const words = useWords(connectWords);
  const { requestId } = useParams({ from: '/connect/$requestId' });
  const asked = useQuery({
    queryKey: ['readAuthorization', requestId],
    queryFn: () => callApi('readAuthorization', { params: { requestId } }),
    retry: false,
    // The answer is given to what was read, and to nothing that came after.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <main id="content" className="flex min-h-dvh flex-col items-center px-4">
      <title>{`${words.title} · svc`}</title>
      <div className="flex w-full max-w-122 grow flex-col justify-center py-10 max-md:py-4">
        <div className="rounded-l border border-line bg-surface">
          {asked.data !== undefined && <Asked requestId={requestId} asked={asked.data} />}
          {asked.data === undefined && (
            <Plain>
              <h1 className="text-sentence font-semibold tracking-tight">{words.title}</h1>
              {asked.error === null ? (
                <p className="text-ink-2">{words.looking}</p>
              ) : (
                <Refusal failure={failureOf(asked.error)} />
              )}
            </Plain>
          )}
        </div>
      </div>
      <Preferences />
    </main>
  );
}

function Plain({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col gap-4 p-7 max-md:p-4">
      <Mark className="h-3 w-10" />
      {children}
    </div>
  );
}

function Asked({ requestId, asked }: { requestId: string; asked: AuthorizationRequest }) {
  const words = useWords(connectWords);
  const { client, person, organizations } = asked;
  const [organizationId, setOrganizationId] = useState(organizations[0]?.id ?? '');
  const [scopes, setScopes] = useState(asked.scopes);
  const [mayAsk, setMayAsk] = useState(false);
  const organization = organizations.find(({ id }) => id === organizationId);
  const canAsk = organization?.assistantApprovals === true && scopes.includes('decisions:write');
  const params = { requestId };
  const goOn = ({ continueAt }: { continueAt: string }) => window.location.replace(continueAt);
  const allowing = useAct(
    () =>
      callApi('approveAuthorization', {
        params,
        body: { personId: person.id, organizationId, scopes, mayAsk: canAsk && mayAsk },
      }),
    [],
    goOn,
  );
  const refusing = useAct(() => callApi('denyAuthorization', { params }), [], goOn);
  const isBusy = allowing.isPending || refusing.isPending || allowing.isSuccess || refusing.isSuccess;
  const error = allowing.error ?? refusing.error;
  return (
    <>
      <div className="flex flex-col gap-4 p-7 max-md:p-4">
        <Mark className="h-3 w-10" />
        <div className="flex flex-col gap-1">
          <h1 className="text-sentence font-semibold tracking-tight text-balance break-words">
            {headingOf(client, words)}
          </h1>
          <p className="break-words text-ink-2">
            {client.documentHost === null ? words.callsItself(client.name) : words.documented(client.documentHost)}
          </p>
          <p className="break-words text-ink-2">{words.signedInAs(person.email)}</p>
        </div>
        {client.isOnDevice && <Notice tone="information" {...words.device} />}
        <ChoiceField
          label={words.organization}
          value={organizationId}
          onChange={({ target }) => setOrganizationId(target.value)}
          choices={organizations.map(({ id, name, role }) => ({
            value: id,
            name: words.choice(name, words.roles[role]),
          }))}
        />
        <ScopeChoice asked={asked.scopes} chosen={scopes} onChoose={setScopes} />
        {canAsk && <MayAsk isChosen={mayAsk} onChoose={setMayAsk} />}
      </div>
      <p className="flex items-center gap-3 border-y border-line bg-sunken px-7 py-3 text-ink-2 max-md:px-4">
        <X aria-hidden className="size-4 shrink-0" />
        {canAsk && mayAsk ? words.neverPolicies : words.never}
      </p>
      <div className="flex flex-col gap-3 p-7 max-md:p-4">
        {error !== null && !isBusy && <Refusal failure={failureOf(error)} />}
        {scopes.length === 0 && <p className="text-block-ink">{words.none}</p>}
        <div className="grid grid-cols-2 gap-2.5">
          <Button size="large" aria-disabled={isBusy} onClick={() => !isBusy && refusing.mutate(undefined)}>
            {words.refuse}
          </Button>
          <Button
            size="large"
            variant="solid"
            disabled={scopes.length === 0}
            aria-disabled={isBusy}
            onClick={() => !isBusy && allowing.mutate(undefined)}
          >
            {isBusy ? words.goingBack : words.allow(scopes.length)}
          </Button>
        </div>
        <p className="text-meta break-words text-ink-2">{words.returnsTo(client.returnsTo)}</p>
      </div>
    </>
  );
}

type Words = typeof import('./words-en.ts').words;

/** A name counts only where its document was fetched from the host that is shown beside it. */
function headingOf({ name, host, documentHost, isOnDevice }: AuthorizationRequest['client'], words: Words): string {
  if (documentHost !== null) return words.named(name);
  return isOnDevice ? words.onDevice : words.at(host);
}

function Refusal({ failure }: { failure: Failure }) {
  const words = useWords(connectWords);
  if (failure.kind !== 'refused') return <FailureNotice failure={failure} />;
  if (failure.status === 404) return <Notice tone="problem" {...words.over} />;
  if (failure.code === 'mfa_setup_required') return <Notice tone="problem" {...words.factor} />;
  if (failure.status === 403) return <Notice tone="problem" {...words.elsewhere} />;
  return <FailureNotice failure={failure} />;
}
