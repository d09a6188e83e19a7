// SPDX-License-Identifier: Apache-2.0
/** Asked before everything else: whether keys, webhooks and integrations are kept that another person may have made. */
import type { AccessAnswer, UnconfirmedAccess } from '@svc/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useAct } from '../../api/acting.ts';
import { callApi } from '../../api/client.ts';
import { failureOf } from '../../api/failure.ts';
import { readOf } from '../../api/reading.ts';
import { EntryPage } from '../../entry/entry-page.tsx';
import { useWords } from '../../language/word-set.ts';
import { meQuery } from '../../session/me.ts';
import { Answered } from '../../ui/answered.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { accessWords } from './words.ts';

type Waiting = UnconfirmedAccess['organizations'][number];

const waitingQuery = readOf('readUnconfirmedAccess');

export default function AccessPage() {
  const words = useWords(accessWords);
  const waiting = useQuery(waitingQuery);
  if (waiting.data?.organizations.length === 0) {
    return (
      <EntryPage title={words.title} heading={words.doneHeading}>
        <Link to="/" className={buttonClass('solid', 'large')}>
          {words.open}
        </Link>
      </EntryPage>
    );
  }
  return (
    <EntryPage title={words.title} heading={words.heading} lead={words.lead}>
      <Answered query={waiting} skeleton={<Skeleton rows={4} />}>
        {({ organizations }) => organizations.map((one) => <Question key={one.id} organization={one} />)}
      </Answered>
    </EntryPage>
  );
}

function Question({ organization }: { organization: Waiting }) {
  const words = useWords(accessWords);
  const queries = useQueryClient();
  const { id, name, apiKeys, webhooks, integrations, checkpointUrl } = organization;
  const answering = useAct(
    async (answer: AccessAnswer['answer']) => {
      await callApi('answerUnconfirmedAccess', { body: { organizationId: id, answer } });
      // The pages of the app lead here for as long as an answer is missing.
      await queries.fetchQuery({ ...meQuery, staleTime: 0 });
    },
    ['readUnconfirmedAccess'],
  );
  const { isPending, error } = answering;
  const answer = (given: AccessAnswer['answer']) => !isPending && answering.mutate(given);
  return (
    <section className="flex flex-col gap-4 border-t border-line pt-4">
      <h2 className="font-semibold break-words">
        <bdi>{name}</bdi>
      </h2>
      <Listed
        heading={words.apiKeys}
        total={apiKeys.total}
        names={apiKeys.items.map((one) => `${one.name} (${one.prefix}…)`)}
      />
      <Listed heading={words.webhooks} total={webhooks.total} names={webhooks.items.map(({ url }) => url)} />
      <Listed
        heading={words.integrations}
        total={integrations.total}
        names={integrations.items.map((one) => one.name)}
      />
      {checkpointUrl !== null && <Listed heading={words.checkpoints} total={1} names={[checkpointUrl]} />}
      <p className="text-meta text-ink-3">{words.endHint}</p>
      {error !== null && !isPending && <FailureNotice failure={failureOf(error)} />}
      <Button variant="solid" size="large" aria-disabled={isPending} onClick={() => answer('END')}>
        {isPending ? words.answering : words.end}
      </Button>
      <Button size="large" aria-disabled={isPending} onClick={() => answer('KEEP')}>
        {words.keep}
      </Button>
    </section>
  );
}

function Listed({ heading, total, names }: { heading: string; total: number; names: readonly string[] }) {
  const words = useWords(accessWords);
  if (total === 0) return null;
  return (
    <div>
      <h3 className="text-meta text-ink-3">{heading}</h3>
      <ul>
        {names.map((name) => (
          <li key={name} className="break-all">
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      {total > names.length && <p className="text-meta text-ink-3">{words.more(total - names.length)}</p>}
    </div>
  );
}
