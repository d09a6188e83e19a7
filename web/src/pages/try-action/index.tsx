/** Asks what would be decided about an action, and shows every step of the answer. Nothing is recorded. */
import type { AppAnswer, PolicyTestCase } from '@svc/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { callLoosely } from '../../api/client.ts';
import { useWords } from '../../language/word-set.ts';
import { FIRST_INPUT, type InputValues, inputOf, useInputFields } from '../../policy/input-fields.tsx';
import { Page, ScrollRegion } from '../../shell/page.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Form } from '../../ui/form.tsx';
import { Answer } from './answer.tsx';
import type { TrySearch } from './search.ts';
import { tryWords } from './words.ts';

export function TryPage() {
  const words = useWords(tryWords);
  const search = useSearch({ from: '/signed-in/try' });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const fields = useInputFields<InputValues>();
  const values = valuesOf(search);
  const tried = values.agent === null || values.resource === null ? null : inputOf(values);
  const answered = useQuery({ ...tryOf(tried), enabled: tried !== null });
  const send = async (entered: InputValues) => {
    const next = searchOf(entered);
    const isSame = JSON.stringify(next) === JSON.stringify(searchOf(values));
    // The same action again: policies may have changed since.
    if (isSame && tried !== null) await queries.invalidateQueries({ queryKey: ['testPolicies'] });
    else await navigate({ to: '/try', search: next, replace: true });
  };
  return (
    <Page title={words.title} count={words.lead}>
      <div className="flex min-h-0 grow max-md:flex-col">
        <div className="flex min-h-0 flex-col md:w-86 md:shrink-0 md:border-r md:border-line">
          <ScrollRegion label={words.form} className="px-6 py-4 max-md:px-4">
            <Form<InputValues, void>
              fields={fields}
              values={values}
              act={words.act}
              onSend={send}
              onSent={() => undefined}
            />
          </ScrollRegion>
        </div>
        <div className="flex min-h-0 min-w-0 grow flex-col">
          <ScrollRegion label={words.answer}>
            {tried === null ? (
              <EmptyState title={words.noneTitle} text={words.noneText} />
            ) : (
              <Answer query={answered} input={tried} />
            )}
          </ScrollRegion>
        </div>
      </div>
    </Page>
  );
}

const NAME = 'try';

/** Policies and agents change: an answer is good for its moment only. */
const tryOf = (input: PolicyTestCase['input'] | null) => ({
  queryKey: ['testPolicies', input] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    callLoosely<AppAnswer<'testPolicies'>>(
      'testPolicies',
      { body: { cases: [{ name: NAME, input }], trace: true } },
      signal,
    ),
  gcTime: 0,
  retry: false,
});

function valuesOf({ agent, action, resource, destination, records, sensitive }: TrySearch): InputValues {
  return {
    agent: agent ?? null,
    action: action ?? FIRST_INPUT.action,
    resource: resource ?? null,
    destination: destination ?? (agent === undefined ? FIRST_INPUT.destination : ''),
    records: records ?? '',
    sensitive: sensitive === 'true',
  };
}

function searchOf({ agent, action, resource, destination, records, sensitive }: InputValues): TrySearch {
  return {
    ...(agent !== null && { agent }),
    action,
    ...(resource !== null && { resource }),
    ...(destination !== '' && { destination }),
    ...(records.trim() !== '' && { records: records.trim() }),
    ...(sensitive && { sensitive: 'true' }),
  };
}
