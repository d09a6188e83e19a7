// SPDX-License-Identifier: Apache-2.0
/** Saves a policy with its test cases. A change that came between, and cases that fail, come back as questions. */
import type { AppPolicyDifference, PolicyDetail } from '@svc/contract';
import { useState } from 'react';
import { useAct } from '../../api/acting.ts';
import { callApi } from '../../api/client.ts';
import { ApiFailure, type Failure, failureOf } from '../../api/failure.ts';
import { isNotLooser } from '../../policy/loosening/use-loosening.tsx';
import { POLICY_READS } from '../../policy/reads.ts';
import { type Base, isSame } from './base.ts';
import type { Edited } from './use-editor.ts';

export interface Asked extends Edited {
  base: Base;
  /** The person has seen what it loosens, and may have said why. */
  asked?: { note?: string } | null;
}

interface Sent extends Required<Asked> {
  saveAnyway: boolean;
}

export type SaveQuestion =
  | { kind: 'clash'; current: PolicyDetail; sent: Sent }
  | { kind: 'tests'; results: NonNullable<Extract<Failure, { kind: 'refused' }>['results']>; sent: Sent }
  | { kind: 'looser'; known: AppPolicyDifference | null; sent: Sent }
  | { kind: 'taken' };

export function useSaving(onSaved: (detail: PolicyDetail, sent: Sent) => void) {
  const [question, setQuestion] = useState<SaveQuestion | null>(null);
  const saving = useAct(send, POLICY_READS);
  /** @param known the effect of what is sent, where it was compared before */
  const save = async (sent: Sent, known: AppPolicyDifference | null = null) => {
    if (sent.asked === null && !isSame(sent.base.spec, sent.spec) && !isNotLooser(known)) {
      setQuestion({ kind: 'looser', known, sent });
      return;
    }
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

async function send({ base, spec, tests, saveAnyway, asked }: Sent): Promise<PolicyDetail> {
  const { stored, tests: testsBefore } = base;
  const anyway = { ...(saveAnyway && { saveAnyway }), ...asked };
  if (stored === null) return await callApi('createPolicy', { body: { ...spec, tests, ...anyway } });
  const { id, updatedAt, testsUpdatedAt } = stored;
  const changed = isSame(testsBefore, tests) ? {} : { tests, testsUpdatedAt };
  const { description = null, condition = null, escalate = true, approvals = null, ...fields } = spec;
  return await callApi('updatePolicy', {
    params: { id },
    body: { updatedAt, ...fields, description, condition, escalate, approvals, ...changed, ...anyway },
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
