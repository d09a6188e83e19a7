// SPDX-License-Identifier: Apache-2.0
/** The editor of a policy: its sentence, its form and its text, each following the other. */
import type { PolicySpec } from '@svc/contract';
import { lazy, Suspense, useReducer } from 'react';
import { specOf } from '../../policy/draft/draft.ts';
import type { Edit } from '../../policy/draft/edit.ts';
import { editorReducer, openEditor } from '../../policy/editor-state.ts';
import { FormContextProvider } from '../../policy/form/form-context.ts';
import { PolicyForm } from '../../policy/form/policy-form.tsx';
import { PolicySentence } from '../../policy/sentence.tsx';
import { Group } from './group.tsx';

const YamlSide = lazy(() => import('../../policy/text/yaml-side.tsx'));

const AGENT = '018f0000-0000-7000-8000-000000000001';
const AGENT_NAMES = new Map([[AGENT, 'crm-sync']]);

const NONE_TOLD: readonly never[] = [];

const SAMPLE: PolicySpec = {
  name: 'Bulk customer exports',
  action: 'EXPORT',
  resource: 'CUSTOMER_PII',
  condition: {
    allOf: [
      { destination: 'EXTERNAL' },
      { anyOf: [{ minRecords: 1_000 }, { allOf: [{ containsSensitiveData: true }, { outsideBusinessHours: true }] }] },
      { agentIds: [AGENT] },
    ],
  },
  decision: 'REVIEW',
  mode: 'MONITOR',
};

export function PolicyParts() {
  const [state, dispatch] = useReducer(editorReducer, SAMPLE, openEditor);
  const spec = specOf(state.draft);
  const form = {
    edit: (edit: Edit) => dispatch({ type: 'edit', edit }),
    isOff: (state.typed?.faults ?? 0) > 0,
    faults: new Map<number, string>(),
    warnings: new Map<number, string>(),
    agentNames: AGENT_NAMES,
    learnName: () => undefined,
  };
  return (
    <Group>
      <p className="w-full bg-sunken px-6 py-5 text-page">
        <PolicySentence policy={spec} agentNames={AGENT_NAMES} />
      </p>
      <div className="grid w-full xl:grid-cols-2">
        <div className="min-w-0">
          <FormContextProvider value={form}>
            <PolicyForm draft={state.draft} fieldFaults={new Map()} notes={[]} reviewHint="24 h" />
          </FormContextProvider>
        </div>
        <div className="flex min-w-0 flex-col border border-line">
          <Suspense>
            <YamlSide
              spec={spec}
              typed={state.typed?.text ?? null}
              hasFault={false}
              told={NONE_TOLD}
              isNotInFiles={false}
              isReadOnly={false}
              onType={(text, read) => dispatch({ type: 'type', text, read })}
            />
          </Suspense>
        </div>
      </div>
    </Group>
  );
}
