// SPDX-License-Identifier: Apache-2.0
/** The editor of a policy: form and text side by side, each following the other, and below them what it leads to. */
import type { PolicyDetail } from '@svc/contract';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useWords } from '../../language/word-set.ts';
import { Page } from '../../page/page.tsx';
import type { Edit } from '../../policy/draft/edit.ts';
import { useMay } from '../../session/may.tsx';
import { Leaving, useLeaving } from '../../ui/leaving.tsx';
import { useShortcut } from '../../ui/shortcuts.ts';
import { showToast } from '../../ui/toast.ts';
import type { Base } from './base.ts';
import { EditorLayout } from './editor-layout.tsx';
import { ChangeCount, EditorActions, SaveBar } from './head.tsx';
import { SaveQuestions } from './questions.tsx';
import { useCheck } from './use-check.ts';
import { useDifference } from './use-difference.ts';
import { useEditor } from './use-editor.ts';
import { useFindings, useProblems } from './use-findings.ts';
import { type Asked, useSaving } from './use-saving.ts';
import { policyPageWords } from './words.ts';

interface PolicyEditorProps {
  first: Base;
  /** As the service has it now; null: it is new. */
  detail: PolicyDetail | null;
}

export function PolicyEditor({ first, detail }: PolicyEditorProps) {
  const words = useWords(policyPageWords);
  const editor = useEditor(first, detail);
  const { base, state, dispatch, spec, tests, isDirty } = editor;
  const problems = useProblems(spec);
  const isNew = base.stored === null;
  const canChange = useMay()(isNew ? 'createPolicy' : 'updatePolicy');
  const hasTextFault = (state.typed?.faults ?? 0) > 0;
  const check = useCheck(base.stored?.id ?? null, spec, tests, problems.length === 0 && !hasTextFault);
  const navigate = useNavigate();
  const leaving = useLeaving(isDirty && canChange);
  const saving = useSaving((saved, sent) => {
    showToast({ title: isNew ? words.created(saved.name) : words.saved });
    if (isNew) {
      leaving.allow();
      void navigate({ to: '/policies/$id', params: { id: saved.id }, replace: true });
      return;
    }
    editor.began(saved, sent);
  });
  const isNameTaken = saving.question?.kind === 'taken';
  const findings = useFindings(problems, state.draft.root, check, isNameTaken);
  const isComparable = problems.length === 0 && !hasTextFault && findings.toldErrors.length === 0 && !isNameTaken;
  const difference = useDifference(base.stored?.id ?? null, spec, isComparable);
  const canSave = canChange && (isDirty || isNew) && !hasTextFault && problems.length === 0 && !isNameTaken;
  const isOn = canSave && findings.toldErrors.length === 0 && !saving.isSaving;
  const save = (now: Asked, saveAnyway = false) =>
    saving.save({ asked: null, ...now, saveAnyway }, now.spec === spec ? difference.known : null);
  const saveNow = () => {
    if (isOn) void save({ base, spec, tests });
  };
  useShortcut('Ctrl+s', saveNow);
  const names = useAgentNames(detail);
  const form = useMemo(
    () => ({
      edit(edit: Edit) {
        saving.forget();
        dispatch({ type: 'edit', edit });
      },
      isOff: hasTextFault || !canChange,
      faults: findings.faults.rows,
      warnings: findings.warnings.rows,
      agentNames: names.known,
      learnName: names.learn,
    }),
    [hasTextFault, canChange, findings, names.known, names.learn, dispatch, saving.forget],
  );
  const acts = {
    isNew,
    isDirty,
    isOn,
    isSaving: saving.isSaving,
    onSave: saveNow,
    onDiscard() {
      saving.forget();
      editor.begin(base);
    },
  };
  return (
    <Page
      title={isNew ? words.newTitle : base.spec.name}
      crumb={{ name: words.policies, to: '/policies' }}
      count={<ChangeCount isNew={isNew} isDirty={isDirty} changes={editor.changes} />}
      actions={<EditorActions {...acts} canChange={canChange} detail={detail} onRemoved={leaving.allow} />}
    >
      <EditorLayout
        {...{ editor, form, findings, check, difference, detail, canChange, hasTextFault }}
        failure={saving.failure}
      />
      {canChange && <SaveBar {...acts} />}
      <SaveQuestions question={saving.question} onSave={save} onBegin={editor.begin} onClose={saving.forget} />
      <Leaving leaving={leaving} />
    </Page>
  );
}

/** Names of agents by their ids: of those that the stored policy names, and of those that were chosen here. */
function useAgentNames(detail: PolicyDetail | null) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const known = useMemo(() => {
    const stored = (detail?.agents ?? []).map(({ id, name }) => [id.toLowerCase(), name] as const);
    return new Map([...stored, ...chosen]);
  }, [detail?.agents, chosen]);
  const [learn] = useState(() => (id: string, name: string) => {
    setChosen((before) => new Map(before).set(id.toLowerCase(), name));
  });
  return { known, learn };
}
