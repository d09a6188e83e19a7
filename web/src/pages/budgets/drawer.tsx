// SPDX-License-Identifier: Apache-2.0
/** One budget: the acts that it counts, its use now and in past windows, and what may be done with it. */
import type { BudgetDetail, BudgetItem } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { callApi } from '../../api/client.ts';
import { readOf } from '../../api/reading.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import type { Opened } from '../../list/list-page.tsx';
import { useSandbox } from '../../page/sandbox.ts';
import { PolicySentence } from '../../policy/sentence.tsx';
import { RecordActs } from '../../registry/record-acts.tsx';
import { DrawerPart, RecordDrawer, Terms } from '../../registry/record-drawer.tsx';
import { registryWords } from '../../registry/words.ts';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { UseBar } from './use-bar.tsx';
import { budgetsWords } from './words.ts';

const BudgetDialog = lazy(() => import('./budget-dialog.tsx'));
const RaiseDialog = lazy(() => import('./raise-dialog.tsx'));

const NO_NAMES: ReadonlyMap<string, string> = new Map();

export function BudgetDrawer({ opened }: { opened: Opened<BudgetItem> }) {
  const words = useWords(budgetsWords);
  const sandbox = useSandbox() ? 'true' : 'false';
  const detail = useQuery(readOf('readBudget', { params: { id: opened.key }, query: { sandbox } }));
  return (
    <RecordDrawer
      label={words.budget}
      opened={opened}
      query={detail}
      name={({ name }) => name}
      isName={false}
      change="updateBudget"
      acts={(budget) => <Acts budget={budget} onGone={opened.onClose} />}
    >
      {(budget) => <Content budget={budget} />}
    </RecordDrawer>
  );
}

function Content({ budget }: { budget: BudgetDetail }) {
  const { format } = useLanguage();
  const words = useWords(budgetsWords);
  const common = useWords(registryWords);
  const { name, description, action, resource, condition, onExceed, mode, enabled, current, raised, warnings } = budget;
  const counted = {
    ...{ name, action, resource, mode, decision: onExceed },
    ...(condition !== undefined && { condition }),
  };
  return (
    <>
      {warnings.length > 0 && (
        <section aria-label={words.warnings} className="border-l-2 border-review-fill pl-3 text-ink-2">
          {warnings.map(({ code, path }) => (
            <p key={`${code} ${path}`}>{words.warningTexts[code]}</p>
          ))}
        </section>
      )}
      <UseBar {...current} />
      <p className="text-meta text-ink-3">
        {current.counts > 1 && `${words.fullest(format.number(current.counts))}. `}
        {current.forecast !== null && `${words.expected(format.number(current.forecast))}.`}
      </p>
      <Terms
        terms={[
          [words.full, <PolicySentence key="acts" policy={counted} agentNames={NO_NAMES} />],
          [words.mode, words.modes[enabled ? mode : 'OFF']],
          [words.measure, words.measures[budget.measure]],
          [words.window, words.windows[budget.window]],
          [words.per, words.scopes[budget.per]],
          [words.until, format.dateTime(current.end)],
          ...(raised === null
            ? []
            : ([[words.raisedBy, `${format.number(raised.amount)}: ${raised.note ?? '–'}`]] as const)),
          [words.description, description ?? '–'],
          [common.changed, format.dateTime(budget.updatedAt)],
        ]}
      />
      <DrawerPart title={words.pastTitle}>
        <Past id={budget.id} />
      </DrawerPart>
    </>
  );
}

function Past({ id }: { id: string }) {
  const { format } = useLanguage();
  const words = useWords(budgetsWords);
  const sandbox = useSandbox() ? 'true' : 'false';
  const { data } = useQuery(readOf('readBudgetUsage', { params: { id }, query: { windows: '30', sandbox } }));
  if (data === undefined) return null;
  if (data.windows.length === 0) return <p className="text-ink-3">{words.noPast}</p>;
  return (
    <ul>
      {data.windows.map(({ start, bucket, agent, resource, used, limit }) => (
        <li
          key={`${start} ${bucket}`}
          className="grid min-h-8 grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)] items-center gap-3 border-b border-line"
        >
          <span className="min-w-0">
            <span className="block truncate">{format.dateTime(start)}</span>
            {bucket !== '' && (
              <span className="block truncate font-mono text-meta text-ink-3">
                {[agent?.name, resource?.name].filter(Boolean).join(', ') || words.gone}
              </span>
            )}
          </span>
          <UseBar used={used} limit={limit} />
        </li>
      ))}
    </ul>
  );
}

function Acts({ budget, onGone }: { budget: BudgetDetail; onGone(): void }) {
  const words = useWords(budgetsWords);
  const { id, name } = budget;
  return (
    <RecordActs
      name={name}
      words={words}
      edit={(close) => <BudgetDialog budget={budget} onClose={close} />}
      onRemove={() => callApi('deleteBudget', { params: { id } })}
      list="listBudgets"
      onGone={onGone}
    >
      <DialogButton dialog={(close) => <RaiseDialog budget={budget} onClose={close} />}>{words.raise}</DialogButton>
    </RecordActs>
  );
}
