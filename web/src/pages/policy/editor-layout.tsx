// SPDX-License-Identifier: Apache-2.0
/** Where the parts of the editor stand: side by side with room for both, else as tabs. */
import type { PolicyDetail } from '@svc/contract';
import { type ComponentProps, lazy, type ReactNode, Suspense, useCallback, useDeferredValue } from 'react';
import type { Failure } from '../../api/failure.ts';
import { useWords } from '../../language/word-set.ts';
import { ScrollRegion } from '../../page/page.tsx';
import { type FormContext, FormContextProvider } from '../../policy/form/form-context.ts';
import { PolicyForm } from '../../policy/form/policy-form.tsx';
import { PolicySentence } from '../../policy/sentence.tsx';
import type { ReadText } from '../../policy/text/read.ts';
import { canStandInFiles } from '../../policy/text/stands-in-files.ts';
import { useNarrow } from '../../ui/media.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EffectPanel, useStandingText } from './effect-panel.tsx';
import { MonthPanel } from './month-panel.tsx';
import { resultsOf, TestsPanel } from './tests-panel.tsx';
import type { Checked } from './use-check.ts';
import type { Difference } from './use-difference.ts';
import type { Editor } from './use-editor.ts';
import type { useFindings } from './use-findings.ts';
import { useReviewHint } from './use-review-hint.ts';
import { policyPageWords } from './words.ts';

const YamlSide = lazy(() => import('../../policy/text/yaml-side.tsx'));
const ImpactPanel = lazy(() => import('./impact-panel.tsx').then((part) => ({ default: part.ImpactPanel })));
const Tabs = lazy(() => import('../../ui/tabs.tsx').then((part) => ({ default: part.Tabs })));

interface EditorLayoutProps {
  editor: Editor;
  form: FormContext;
  findings: ReturnType<typeof useFindings>;
  check: Checked;
  difference: Difference;
  detail: PolicyDetail | null;
  canChange: boolean;
  hasTextFault: boolean;
  failure: Failure | null;
}

export function EditorLayout(props: EditorLayoutProps) {
  const words = useWords(policyPageWords);
  const isNarrow = useNarrow();
  const { editor, check, detail, canChange } = props;
  const tests = {
    id: 'tests',
    name: <TestsName editor={editor} check={check} />,
    content: <TestsPanel tests={editor.tests} check={check} canChange={canChange} onChange={editor.setTests} />,
  };
  const effect = { id: 'effect', name: words.effect.tab, content: <Effect {...props} /> };
  const impact = { id: 'impact', name: words.impact.tab, content: <Impact {...props} /> };
  const month = { id: 'month', name: words.month.tab, content: <MonthPanel detail={detail} /> };
  if (isNarrow) {
    const form = { id: 'form', name: words.form, content: <FormSide {...props} /> };
    const yaml = { id: 'yaml', name: 'YAML', content: <TextSide {...props} /> };
    return (
      <ScrollRegion label={words.parts} className="max-md:pb-16">
        <TabbedParts label={words.parts} tabs={[form, yaml, effect, month, impact, tests]} />
      </ScrollRegion>
    );
  }
  return (
    <div className="grid min-h-0 grow grid-cols-[minmax(0,1fr)_minmax(0,34rem)]">
      <ScrollRegion label={words.form} className="border-r border-line">
        <FormSide {...props} />
      </ScrollRegion>
      <div className="flex min-h-0 min-w-0 flex-col">
        <div className="flex min-h-0 grow basis-1/2 flex-col">
          <TextSide {...props} />
        </div>
        <ScrollRegion label={words.more} className="basis-1/2 border-t border-line">
          <TabbedParts label={words.more} tabs={[effect, month, impact, tests]} />
        </ScrollRegion>
      </div>
    </div>
  );
}

function TabbedParts(props: ComponentProps<typeof Tabs>) {
  return (
    <Suspense fallback={<Skeleton rows={4} />}>
      <Tabs {...props} />
    </Suspense>
  );
}

/** It has no fault that is known. */
const isSound = ({ findings: { faults }, hasTextFault }: EditorLayoutProps): boolean =>
  !hasTextFault && faults.rows.size + faults.fields.size + faults.whole.length === 0;

function Effect(props: EditorLayoutProps) {
  const { difference, editor } = props;
  return (
    <EffectPanel
      difference={difference}
      isSound={isSound(props)}
      isDirty={editor.isDirty || editor.base.stored === null}
    />
  );
}

function Impact(props: EditorLayoutProps) {
  const { editor, form, canChange } = props;
  const { base, spec, isDirty } = editor;
  return (
    <Suspense fallback={<Skeleton rows={4} />}>
      <ImpactPanel
        id={base.stored?.id ?? null}
        spec={spec}
        isSound={isSound(props)}
        isMonitored={!isDirty && base.stored !== null && spec.mode === 'MONITOR' && spec.enabled !== false}
        canChange={canChange}
        onEnforce={() => form.edit({ type: 'set', fields: { mode: 'ENFORCE' } })}
      />
    </Suspense>
  );
}

function FormSide({ editor, form, findings, failure, check, difference, canChange, hasTextFault }: EditorLayoutProps) {
  const words = useWords(policyPageWords);
  const reviewHint = useReviewHint();
  const standing = useStandingText(difference);
  const { state, spec } = editor;
  // A sentence about thousands of conditions may come a moment after the key that was pressed.
  const told = useDeferredValue(spec);
  return (
    <>
      <p className="border-b border-line bg-sunken px-6 py-4 text-page text-ink-2 max-md:px-4 ">
        <PolicySentence policy={told} agentNames={form.agentNames} />
      </p>
      {standing !== null && <Line>{standing}</Line>}
      {hasTextFault && <Line>{words.waitsForYaml}</Line>}
      {!canChange && <Line>{words.readOnly}</Line>}
      {check.isFailed && <Line>{words.notChecked}</Line>}
      {failure !== null && (
        <div className="px-6 pt-4 max-md:px-4">
          <FailureNotice failure={failure} />
        </div>
      )}
      <FormContextProvider value={form}>
        <PolicyForm
          draft={state.draft}
          fieldFaults={findings.faults.fields}
          faults={findings.faults.whole}
          notes={[...findings.warnings.fields.values(), ...findings.warnings.whole]}
          reviewHint={reviewHint}
        />
      </FormContextProvider>
    </>
  );
}

function Line({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="border-b border-line px-6 py-2 text-meta text-ink-2 max-md:px-4">
      {children}
    </p>
  );
}

function TextSide({ editor, findings, canChange }: EditorLayoutProps) {
  const { state, spec, dispatch } = editor;
  const shown = useDeferredValue(spec);
  const onType = useCallback((text: string, read: ReadText) => dispatch({ type: 'type', text, read }), [dispatch]);
  return (
    <Suspense fallback={<Skeleton rows={8} />}>
      <YamlSide
        spec={shown}
        typed={state.typed?.text ?? null}
        hasFault={findings.faults.rows.size + findings.faults.fields.size + findings.faults.whole.length > 0}
        told={findings.toldErrors}
        isNotInFiles={!canStandInFiles(shown)}
        isReadOnly={!canChange}
        onType={onType}
      />
    </Suspense>
  );
}

function TestsName({ editor: { tests }, check }: { editor: Editor; check: Checked }) {
  const words = useWords(policyPageWords);
  const results = resultsOf(tests, check);
  const passed = results.filter((result) => result !== undefined && result.pass !== false).length;
  const hasFailed = results.some((result) => result?.pass === false);
  return (
    <>
      {words.tests.tab}
      {tests.length > 0 && (
        <span className={`tabular-nums ${hasFailed ? 'text-block-ink' : 'text-ink-3'}`}>
          {results.includes(undefined) ? tests.length : `${passed}/${tests.length}`}
        </span>
      )}
    </>
  );
}
