// SPDX-License-Identifier: Apache-2.0
/** The editor of a set: its fields and its rules, and beside them a call to try before anything is saved. */
import type { ToolRulesDetail } from '@svc/contract';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { useTold } from '../../language/told/index.ts';
import { useWords } from '../../language/word-set.ts';
import { Page, ScrollRegion } from '../../page/page.tsx';
import { ClashDialog } from '../../registry/record-dialog.tsx';
import { registryWords } from '../../registry/words.ts';
import { useMay } from '../../session/may.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { FormFields } from '../../ui/form.tsx';
import { Leaving, useLeaving } from '../../ui/leaving.tsx';
import { useNarrow } from '../../ui/media.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { Key, Tag } from '../../ui/tag.tsx';
import { showToast } from '../../ui/toast.ts';
import { CallTest, useCallTest } from './call-test.tsx';
import { draftOf, newRule, type RuleDraft, ruleFaults, type SetDraft, specOf } from './draft.ts';
import { RuleList } from './rule-list.tsx';
import { type SetState, useSet } from './use-set.ts';
import { useWarnings } from './warnings.ts';
import { toolRulesWords } from './words.ts';

const DeleteDialog = lazy(() =>
  import('../../registry/delete-dialog.tsx').then((part) => ({ default: part.DeleteDialog })),
);

interface SetEditorProps {
  first: SetDraft;
  /** As the service has it now; null: it is new. */
  detail: ToolRulesDetail | null;
  /** A rule for it is added at once; null: none is. */
  tool: string | null;
}

export function SetEditor({ first, detail, tool }: SetEditorProps) {
  const words = useWords(toolRulesWords);
  const navigate = useNavigate();
  const canChange = useMay()(detail === null ? 'createToolRules' : 'updateToolRules');
  const [asked] = useState(() => (tool === null || !canChange ? null : newRule({ tools: tool })));
  const set = useSet({ first, asked }, detail, (saved) => {
    showToast({ title: detail === null ? words.created(saved.name) : words.saved });
    if (detail === null) leaving.allow();
    else if (tool === null) return;
    void navigate({ to: '/tool-rules/$id', params: { id: saved.id }, search: {}, replace: true });
  });
  const leaving = useLeaving(set.isDirty && canChange);
  const { state, draft } = set;
  const isSound = ruleFaults(draft).size === 0;
  const test = useCallTest(isSound ? specOf(draft) : null);
  const [added, setAdded] = useState(asked?.key ?? null);
  const add = (rule: RuleDraft) => {
    setAdded(rule.key);
    state.form.setValue('rules', [...draft.rules, rule], { shouldDirty: true });
  };
  return (
    <Page
      title={detail === null ? words.newTitle : set.base.name}
      crumb={{ name: words.title, to: '/tool-rules' }}
      count={set.isDirty && <Tag>{words.notSaved}</Tag>}
      actions={canChange && <Acts set={set} detail={detail} onGone={leaving.allow} />}
    >
      <Sides
        form={
          <form
            {...state.element}
            ref={useFirstFault(state.form.formState.submitCount)}
            id={FORM_ID}
            className="max-w-4xl"
          >
            <SetForm {...{ set, detail, canChange, added }} taking={test.taking} onAdd={add} />
          </form>
        }
        test={
          <CallTest test={test} set={draft} onTake={canChange ? ({ tool }) => add(newRule({ tools: tool })) : null} />
        }
      />
      {set.clash !== null && <Clash set={set} />}
      <Leaving leaving={leaving} />
    </Page>
  );
}

const FORM_ID = 'tool-rules';

/** After an attempt to send the first fault gets the focus, unless a field with one has it. */
function useFirstFault(attempts: number) {
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the faults are drawn with the attempt
  useEffect(() => {
    if (document.activeElement?.matches('[aria-invalid=true]') === true) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [attempts]);
  return form;
}

function Sides({ form, test }: { form: ReactNode; test: ReactNode }) {
  const words = useWords(toolRulesWords);
  if (useNarrow()) {
    return (
      <ScrollRegion label={words.form} className="max-md:pb-4">
        {form}
        <div className="border-t border-line">{test}</div>
      </ScrollRegion>
    );
  }
  return (
    <div className="grid min-h-0 grow grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <ScrollRegion label={words.form} className="border-r border-line">
        {form}
      </ScrollRegion>
      <ScrollRegion label={words.test}>{test}</ScrollRegion>
    </div>
  );
}

function Acts({ set, detail, onGone }: { set: SetState; detail: ToolRulesDetail | null; onGone(): void }) {
  const words = useWords(toolRulesWords);
  const common = useWords(registryWords);
  const navigate = useNavigate();
  const { isWorking, form } = set.state;
  return (
    <>
      {detail !== null && set.isDirty && <Button onClick={() => form.reset(set.base)}>{words.discard}</Button>}
      {detail !== null && !set.isDirty && (
        <DialogButton
          variant="danger-line"
          dialog={(close) => (
            <DeleteDialog
              name={detail.name}
              title={words.removeTitle(detail.name)}
              text={words.removeText}
              usedBy={[]}
              onConfirm={() => callApi('deleteToolRules', { params: { id: detail.id } })}
              reads={['listToolRules']}
              done={words.removed(detail.name)}
              onDone={() => {
                onGone();
                void navigate({ to: '/tool-rules', search: {} });
              }}
              onClose={close}
            />
          )}
        >
          {common.remove}
        </DialogButton>
      )}
      {(detail === null || set.isDirty) && (
        <Button type="submit" form={FORM_ID} variant="solid" aria-disabled={isWorking}>
          {detail === null ? words.createAct : words.save} <Key>Ctrl S</Key>
        </Button>
      )}
    </>
  );
}

interface SetFormProps extends SetEditorPart {
  taking: number | null;
  added: number | null;
  onAdd(rule: RuleDraft): void;
}

interface SetEditorPart {
  set: SetState;
  detail: ToolRulesDetail | null;
  canChange: boolean;
}

function SetForm({ set, detail, canChange, taking, added, onAdd }: SetFormProps) {
  const words = useWords(toolRulesWords);
  const { state, fields, draft } = set;
  const warnings = useWarnings(set.isDirty ? null : detail);
  return (
    <>
      {!canChange && (
        <p className="border-b border-line px-6 py-2 text-meta text-ink-2 max-md:px-4">{words.readOnly}</p>
      )}
      {state.failure !== null && set.clash === null && (
        <div className="px-6 pt-4 max-md:px-4">
          <FailureNotice failure={state.failure} />
        </div>
      )}
      <fieldset
        disabled={!canChange}
        className="grid gap-x-4 gap-y-4 border-b border-line px-6 py-5 max-md:px-4 @xl:grid-cols-2"
      >
        <FormFields state={state} fields={fields} />
        {warnings.get('agent') !== undefined && <p className="text-meta text-review-ink">{warnings.get('agent')}</p>}
        {warnings.get('resource') !== undefined && (
          <p className="text-meta text-review-ink">{warnings.get('resource')}</p>
        )}
      </fieldset>
      <section aria-label={words.rules} className="px-6 py-5 max-md:px-4">
        <h2 className="font-semibold">{words.rules}</h2>
        <p className="mb-2 text-meta text-ink-3">{words.rulesHint}</p>
        <RuleList
          rules={draft.rules}
          common={draft.resource}
          faults={useFaults(set)}
          warnings={warnings}
          taking={taking}
          added={added}
          isOff={!canChange}
          onChange={(rules) => {
            state.form.setValue('rules', [...rules], { shouldDirty: true });
            if (state.form.formState.isSubmitted) void state.form.trigger('resource');
          }}
          onAdd={onAdd}
        />
        {set.told.rules !== undefined && <p className="mt-2 text-meta text-block-ink">{set.told.rules}</p>}
      </section>
    </>
  );
}

/** From the first attempt to send on: the faults that can be seen here, and those that the service told. */
function useFaults({ state, draft, told }: SetState): ReadonlyMap<string, string> {
  const words = useWords(toolRulesWords);
  const say = useTold();
  const faults = new Map(Object.entries(told).map(([path, text]) => [path, say(text, undefined)] as const));
  if (!state.form.formState.isSubmitted) return faults;
  for (const [path, fault] of ruleFaults(draft)) faults.set(path, words.faults[fault]);
  return faults;
}

function Clash({ set: { clash, base, fields, send, begin, sent, leaveClash } }: { set: SetState }) {
  if (clash === null) return null;
  const { theirs, mine } = clash;
  return (
    <Suspense>
      <ClashDialog<SetDraft, ToolRulesDetail>
        key={theirs.updatedAt}
        fields={fields}
        before={base}
        theirs={draftOf(theirs)}
        mine={mine}
        onSend={(chosen) => send(chosen, theirs.updatedAt)}
        reads={['listToolRules', 'readToolRules']}
        onSent={sent}
        onDrop={() => begin(theirs)}
        onClose={leaveClash}
      />
    </Suspense>
  );
}
