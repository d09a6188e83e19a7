/** Saves a policy with its test cases. A change that came between, and cases that fail, come back as questions. */
import type { PolicyDetail } from '@svc/contract';
import { useState } from 'react';
import { useAct } from '../../api/acting.ts';
import { callApi } from '../../api/client.ts';
import { ApiFailure, type Failure, failureOf } from '../../api/failure.ts';
import { POLICY_READS } from '../../policy/reads.ts';
import { type Base, isSame } from './base.ts';
import type { Edited } from './use-editor.ts';

interface Sent extends Edited {
  base: Base;
  saveAnyway: boolean;
}

export type SaveQuestion =
  | { kind: 'clash'; current: PolicyDetail; sent: Sent }
  | { kind: 'tests'; results: NonNullable<Extract<Failure, { kind: 'refused' }>['results']>; sent: Sent }
  | { kind: 'taken' };

export function useSaving(onSaved: (detail: PolicyDetail, sent: Sent) => void) {
  const [question, setQuestion] = useState<SaveQuestion | null>(null);
  const saving = useAct(send, POLICY_READS);
  const save = async (sent: Sent) => {
    setQuestion(null);
    try {
      onSaved(await saving.mutateAsync(sent), sent);
    } catch (error) {
      setQuestion(questionOf(error, sent));
    }
  };
  const isAnswered = question !== null || saving.error === null || saving.isPending;
  return {
    save,
    isSaving: saving.isPending,
    question,
    /** A policy that was changed since, or taken back, is not the one that was refused. */
    forget() {
      setQuestion(null);
      if (!saving.isPending) saving.reset();
    },
    /** A refusal that is no question. */
    failure: isAnswered ? null : failureOf(saving.error),
  };
}

async function send({ base: { stored, tests: testsBefore }, spec, tests, saveAnyway }: Sent): Promise<PolicyDetail> {
  const anyway = saveAnyway ? { saveAnyway } : {};
  if (stored === null) return await callApi('createPolicy', { body: { ...spec, tests, ...anyway } });
  const { id, updatedAt, testsUpdatedAt } = stored;
  const changed = isSame(testsBefore, tests) ? {} : { tests, testsUpdatedAt };
  const { description = null, condition = null, ...fields } = spec;
  return await callApi('updatePolicy', {
    params: { id },
    body: { updatedAt, ...fields, description, condition, ...changed, ...anyway },
  });
}

function questionOf(error: unknown, sent: Sent): SaveQuestion | null {
  if (!(error instanceof ApiFailure) || error.failure.kind !== 'refused') return null;
  const { brokenClaims, code, conflict, results } = error.failure;
  if (results !== null) return { kind: 'tests', results, sent };
  if (code !== 'conflict' || brokenClaims !== null) return null;
  const current = conflict?.current as PolicyDetail | undefined;
  const isMine = current !== undefined && current.id === sent.base.stored?.id;
  return isMine ? { kind: 'clash', current, sent } : { kind: 'taken' };
}
