// SPDX-License-Identifier: Apache-2.0
/** The state of the editor: both sides of the policy, its test cases, and what they began with. */
import type { PolicyDetail, PolicySpec, PolicyTestCase } from '@svc/contract';
import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { changesIn, differenceOf } from '../../policy/draft/difference.ts';
import { specOf } from '../../policy/draft/draft.ts';
import { policyLines } from '../../policy/draft/lines.ts';
import { editorReducer, openEditor } from '../../policy/editor-state.ts';
import { type Base, baseOf, isSame } from './base.ts';

export interface Edited {
  spec: PolicySpec;
  tests: PolicyTestCase[];
}

/** @param detail as the service has it now: without changes of one's own the page follows it */
export function useEditor(first: Base, detail: PolicyDetail | null) {
  const [base, setBase] = useState(first);
  const [state, dispatch] = useReducer(editorReducer, first.spec, openEditor);
  const [tests, setTests] = useState(first.tests);
  const spec = useMemo(() => specOf(state.draft), [state.draft]);
  const changes = useMemo(() => {
    const ofPolicy = spec === base.spec ? 0 : changesIn(differenceOf(policyLines(base.spec), policyLines(spec)));
    return ofPolicy + (isSame(base.tests, tests) ? 0 : 1);
  }, [spec, tests, base]);
  const isTyped = (state.typed?.faults ?? 0) > 0;
  const isDirty = isTyped || changes > 0;
  const begin = (next: Base, now: Edited = next) => {
    setBase(next);
    setTests(now.tests);
    dispatch({ type: 'reset', spec: now.spec });
  };
  const latest = useRef<Edited>({ spec, tests });
  useEffect(() => {
    latest.current = { spec, tests };
  });
  /** It was saved; what was changed while it was on its way stays a change. */
  const began = (saved: PolicyDetail, sent: Edited) => {
    const next = baseOf(saved);
    const now = latest.current;
    begin(next, sent.spec === now.spec && sent.tests === now.tests ? next : now);
  };
  useEffect(() => {
    if (detail === null || isDirty) return;
    const isNewer = detail.updatedAt !== base.stored?.updatedAt || detail.testsUpdatedAt !== base.stored.testsUpdatedAt;
    if (!isNewer) return;
    const next = baseOf(detail);
    setBase(next);
    setTests(next.tests);
    dispatch({ type: 'reset', spec: next.spec });
  }, [detail, isDirty, base]);
  return { base, begin, began, state, dispatch, spec, tests, setTests, changes, isDirty };
}

export type Editor = ReturnType<typeof useEditor>;
