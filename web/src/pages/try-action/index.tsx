// SPDX-License-Identifier: Apache-2.0
/** Asks what would be decided about an action, and shows every step of the answer. Nothing is recorded. */
import type { AppAnswer, DlpType, PolicyTestCase } from '@svc/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi, callLoosely } from '../../api/client.ts';
import { readOf } from '../../api/reading.ts';
import { useWords } from '../../language/word-set.ts';
import { Page, ScrollRegion } from '../../page/page.tsx';
import { FIRST_INPUT, inputOf } from '../../policy/input-fields.tsx';
import { policyWords } from '../../policy/words.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { factsOf } from '../policy/case-fields.tsx';
import { Answer } from './answer.tsx';
import { Found, type Scanned } from './found.tsx';
import type { TrySearch } from './search.ts';
import { type Action, TryForm, type Values } from './try-form.tsx';
import { tryWords } from './words.ts';

export function TryPage() {
  const words = useWords(tryWords);
  const search = useSearch({ from: '/signed-in/try' });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { types } = useWords(policyWords);
  // The text stands in no address and no storage: it is gone with the page.
  const [scanned, setScanned] = useState<Scanned | null>(null);
  const first = useFirstRecords();
  const values = valuesOf(search, Object.keys(types) as DlpType[]);
  const tried = values.agent === null || values.resource === null ? null : { ...inputOf(values), ...factsOf(values) };
  const answered = useQuery({ ...tryOf(tried), enabled: tried !== null });
  const send = async ({ text, ...entered }: Values) => {
    const scan = text === '' ? null : await callApi('scanText', { body: { content: text } });
    const found = scan === null ? (scanned === null ? null : []) : scan.types.map(({ type }) => type);
    setScanned(scan === null ? null : { text, scan });
    const next = searchOf({ ...entered, dlpTypes: found ?? entered.dlpTypes });
    const isSame = JSON.stringify(next) === JSON.stringify(searchOf(values));
    // The same action again: policies may have changed since.
    if (isSame && tried !== null) await queries.invalidateQueries({ queryKey: ['testPolicies'] });
    else await navigate({ to: '/try', search: next, replace: true });
    return found;
  };
  return (
    <Page title={words.title} count={words.lead}>
      <div className="@container flex min-h-0 grow flex-col">
        <div className="flex min-h-0 grow flex-col md:overflow-y-auto @3xl:flex-row @3xl:overflow-hidden">
          <div
            className="flex min-h-0 flex-col border-line @max-3xl:shrink-0 md:@max-3xl:border-b @3xl:w-96 @3xl:shrink-0
              @3xl:border-r"
          >
            <ScrollRegion label={words.form} className="px-6 py-4 max-md:px-4">
              {first === null ? (
                <Skeleton rows={4} />
              ) : (
                <TryForm
                  values={{
                    ...values,
                    agent: values.agent ?? first.agent,
                    resource: values.resource ?? first.resource,
                    text: '',
                  }}
                  onSend={send}
                />
              )}
            </ScrollRegion>
          </div>
          <div className="flex min-h-0 min-w-0 grow flex-col @max-3xl:shrink-0 md:[--panel-inset:1.5rem]">
            <ScrollRegion label={words.answer}>
              {scanned !== null && <Found {...scanned} />}
              {tried === null ? (
                <EmptyState help="deciding" title={words.noneTitle} text={words.noneText} />
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

const firstOf = (id: 'listAgents' | 'listResources') => readOf(id, { query: { limit: '1' } });

/** An agent and a resource to begin with, where there are any; null until that is known. */
function useFirstRecords(): { agent: string | null; resource: string | null } | null {
  const agents = useQuery(firstOf('listAgents'));
  const resources = useQuery(firstOf('listResources'));
  if (agents.isPending || resources.isPending) return null;
  return { agent: agents.data?.items[0]?.name ?? null, resource: resources.data?.items[0]?.name ?? null };
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

function valuesOf(search: TrySearch, types: readonly DlpType[]): Action {
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

function searchOf(entered: Action): TrySearch {
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
