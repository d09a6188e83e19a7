// SPDX-License-Identifier: Apache-2.0
/** One change: who asked for it, what it lets through, the request itself, and what may be done with it. */
import type { AppOperationId, Proposal } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { readOf } from '../../api/reading.ts';
import { Panel } from '../../detail/panel.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { ScrollRegion } from '../../page/page.tsx';
import { POLICY_READS } from '../../policy/reads.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Answered } from '../../ui/answered.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { State, type StateVariant } from '../../ui/state.tsx';
import { Looser } from './looser.tsx';
import { proposalsWords } from './words.ts';

export function ProposalDetail({ id }: { id: string }) {
  const words = useWords(proposalsWords);
  const proposal = useQuery(readOf('readProposal', { params: { id } }));
  return (
    <ScrollRegion label={words.one} className="md:[--panel-inset:1.5rem]">
      <Answered query={proposal} missing={<p className="p-6 text-ink-3">{words.missing}</p>}>
        {(detail) => (
          <>
            <Head proposal={detail} />
            {detail.note !== null && (
              <Panel title={words.note}>
                <p className="whitespace-pre-wrap">{detail.note}</p>
              </Panel>
            )}
            <Panel title={words.lets} aside={words.letsHint}>
              <Looser looser={detail.looser} />
            </Panel>
            <Panel title={words.request}>
              <CodeBlock label={words.request} code={JSON.stringify(detail.request, null, 2)} />
            </Panel>
          </>
        )}
      </Answered>
    </ScrollRegion>
  );
}

const VARIANTS: Readonly<Record<Proposal['status'], StateVariant>> = {
  PENDING: 'waiting',
  ACCEPTED: 'good',
  DECLINED: 'off',
  WITHDRAWN: 'off',
  EXPIRED: 'off',
};

export function ProposalState({ proposal: { status } }: { proposal: Proposal }) {
  const words = useWords(proposalsWords);
  return <State variant={VARIANTS[status]}>{words.statuses[status]}</State>;
}

function Head({ proposal }: { proposal: Proposal }) {
  const words = useWords(proposalsWords);
  const { format } = useLanguage();
  const { answeredAt, answeredBy, author, createdAt, expiresAt, kind, mayWithdraw, status } = proposal;
  const answerer = answeredBy?.name ?? words.authors.user;
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-line px-6 py-4 max-md:px-4">
      <div className="min-w-0 grow">
        <h2 className="flex items-center gap-2 text-title">
          {words.kinds[kind]} <ProposalState proposal={proposal} />
        </h2>
        <p className="text-ink-2">
          {words.by(author.name ?? words.authors[author.type], format.dateTime(createdAt))}
          {status === 'PENDING' && ` · ${words.until(format.dateTime(expiresAt))}`}
          {answeredAt !== null && ` · ${words.answered(words.statuses[status], answerer, format.dateTime(answeredAt))}`}
        </p>
        {mayWithdraw && <p className="text-meta text-ink-3">{words.own}</p>}
      </div>
      <Acts proposal={proposal} />
    </div>
  );
}

const READS: readonly AppOperationId[] = [
  ...POLICY_READS,
  'listAgents',
  'listHttpRoutes',
  'listMcpRoutes',
  'listProposals',
  'listResources',
  'readAgent',
  'readNotifications',
  'readOrganization',
  'readProposal',
  'readResource',
];

function Acts({ proposal: { id, mayAnswer, mayWithdraw } }: { proposal: Proposal }) {
  const words = useWords(proposalsWords);
  const params = { params: { id } };
  return (
    <>
      {mayAnswer && (
        <>
          <ActButton act={() => callApi('declineProposal', params)} reads={READS} done={() => words.declined}>
            {words.decline}
          </ActButton>
          <ActButton
            variant="solid"
            act={() => callApi('acceptProposal', params)}
            reads={READS}
            done={() => words.accepted}
          >
            {words.accept}
          </ActButton>
        </>
      )}
      {mayWithdraw && (
        <ActButton act={() => callApi('withdrawProposal', params)} reads={READS} done={() => words.withdrawn}>
          {words.withdraw}
        </ActButton>
      )}
    </>
  );
}
