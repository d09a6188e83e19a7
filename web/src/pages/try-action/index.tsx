/** Asks what would be decided about an action, and shows every step of the answer. Nothing is recorded. */
import type { AppAnswer, DlpType, PolicyTestCase } from '@svc/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { callLoosely } from '../../api/client.ts';
import { useWords } from '../../language/word-set.ts';
import { FIRST_INPUT, type InputValues, inputOf, useInputFields } from '../../policy/input-fields.tsx';
import { policyWords } from '../../policy/words.ts';
import { Page, ScrollRegion } from '../../shell/page.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Form } from '../../ui/form.tsx';
import { type FactValues, factsOf, useFactFields } from '../policy/case-fields.tsx';
import { Answer } from './answer.tsx';
import type { TrySearch } from './search.ts';
import { tryWords } from './words.ts';

type Values = InputValues & FactValues;

export function TryPage() {
  const words = useWords(tryWords);
  const search = useSearch({ from: '/signed-in/try' });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const fields = [...useInputFields<Values>(), ...useFactFields<Values>()];
  const { types } = useWords(policyWords);
  const values = valuesOf(search, Object.keys(types) as DlpType[]);
  const tried = values.agent === null || values.resource === null ? null : { ...inputOf(values), ...factsOf(values) };
  const answered = useQuery({ ...tryOf(tried), enabled: tried !== null });
  const send = async (entered: Values) => {
    const next = searchOf(entered);
    const isSame = JSON.stringify(next) === JSON.stringify(searchOf(values));
    // The same action again: policies may have changed since.
    if (isSame && tried !== null) await queries.invalidateQueries({ queryKey: ['testPolicies'] });
    else await navigate({ to: '/try', search: next, replace: true });
  };
  return (
    <Page title={words.title} count={words.lead}>
      <div className="@container flex min-h-0 grow flex-col">
        <div className="flex min-h-0 grow flex-col md:overflow-y-auto @3xl:flex-row @3xl:overflow-hidden">
          <div
            className="flex min-h-0 flex-col border-line @max-3xl:shrink-0 md:@max-3xl:border-b @3xl:w-86 @3xl:shrink-0
              @3xl:border-r"
          >
            <ScrollRegion label={words.form} className="px-6 py-4 max-md:px-4">
              <Form<Values, void>
                fields={fields}
                values={values}
                act={words.act}
                onSend={send}
                onSent={() => undefined}
              />
            </ScrollRegion>
          </div>
          <div className="flex min-h-0 min-w-0 grow flex-col @max-3xl:shrink-0 md:[--panel-inset:1.5rem]">
            <ScrollRegion label={words.answer}>
              {tried === null ? (
                <EmptyState title={words.noneTitle} text={words.noneText} />
              ) : (
                <Answer query={answered} input={tried} />
              )}
            </ScrollRegion>
          </div>
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

function valuesOf(search: TrySearch, types: readonly DlpType[]): Values {
  const { agent, action, resource, destination, records, sensitive, anomaly = '', at = '' } = search;
  const found = (search.types ?? '').split(',');
  return {
    agent: agent ?? null,
    action: action ?? FIRST_INPUT.action,
    resource: resource ?? null,
    destination: destination ?? (agent === undefined ? FIRST_INPUT.destination : ''),
    records: records ?? '',
    sensitive: sensitive === 'true',
    dlpTypes: types.filter((type) => found.includes(type)),
    at,
    openAnomaly: anomaly === 'yes' || anomaly === 'no' ? anomaly : '',
  };
}

function searchOf(entered: Values): TrySearch {
  const { agent, action, resource, destination, records, sensitive, dlpTypes, at, openAnomaly } = entered;
  return {
    ...(agent !== null && { agent }),
    action,
    ...(resource !== null && { resource }),
    ...(destination !== '' && { destination }),
    ...(records.trim() !== '' && { records: records.trim() }),
    ...(sensitive && { sensitive: 'true' }),
    ...(dlpTypes.length > 0 && { types: dlpTypes.join(',') }),
    ...(at.trim() !== '' && { at: at.trim() }),
    ...(openAnomaly !== '' && { anomaly: openAnomaly }),
  };
}
