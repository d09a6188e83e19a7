// SPDX-License-Identifier: Apache-2.0
/** A set while it is edited: its form, what the service found wrong in it, and a change that came between. */
import type { ToolRulesDetail } from '@svc/contract';
import { useEffect, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { ApiFailure } from '../../api/failure.ts';
import { useRecordFault } from '../../registry/record-fault.ts';
import { useFields } from '../../ui/form.tsx';
import { draftOf, isSameSet, type RuleDraft, type SetDraft, specOf } from './draft.ts';
import { useSetFields } from './set-fields.tsx';

/** The names of fields, the one of a taken name first. */
const NAMES = ['name', 'description', 'agent', 'resource', 'unlisted', 'rules'] as const;
const READS = ['listToolRules', 'readToolRules', 'readToolCall', 'listUnlistedTools'] as const;

interface Base {
  draft: SetDraft;
  /** null: it is not stored yet. */
  updatedAt: string | null;
}

export interface Clash {
  theirs: ToolRulesDetail;
  mine: SetDraft;
}

/**
 * @param asked a rule that is added to the first draft; null: none is
 * @param detail as the service has it now; null: it is new
 */
export function useSet(
  { first, asked }: { first: SetDraft; asked: RuleDraft | null },
  detail: ToolRulesDetail | null,
  onSaved: (saved: ToolRulesDetail) => void,
) {
  const [base, setBase] = useState<Base>(() => ({ draft: first, updatedAt: detail?.updatedAt ?? null }));
  const [told, setTold] = useState<Readonly<Record<string, string>>>({});
  const [clash, setClash] = useState<Clash | null>(null);
  const fields = useSetFields();
  const send = async (draft: SetDraft, updatedAt: string | null) => {
    setTold({});
    try {
      return await save(detail?.id ?? null, draft, updatedAt);
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.failure.kind !== 'refused') throw error;
      const current = error.failure.conflict?.current as ToolRulesDetail | undefined;
      if (current !== undefined) setClash({ theirs: current, mine: draft });
      setTold(error.failure.fields);
      throw error;
    }
  };
  const begin = (set: ToolRulesDetail) => {
    const draft = draftOf(set);
    setBase({ draft, updatedAt: set.updatedAt });
    setClash(null);
    setTold({});
    state.form.reset(draft);
  };
  const sent = (saved: ToolRulesDetail) => {
    begin(saved);
    onSaved(saved);
  };
  const state = useFields<SetDraft, ToolRulesDetail>({
    fields,
    // Only the first values count.
    values: asked === null ? base.draft : { ...base.draft, rules: [...base.draft.rules, asked] },
    onSend: (draft) => send(draft, base.updatedAt),
    reads: READS,
    onSent: sent,
    faultOf: useRecordFault<SetDraft>(NAMES),
  });
  const draft = state.form.watch();
  const isDirty = !isSameSet(draft, base.draft);
  // Another person's change takes the place of an unchanged form.
  useEffect(() => {
    if (detail !== null && !isDirty && clash === null && detail.updatedAt !== base.updatedAt) begin(detail);
  });
  return {
    state,
    fields,
    base: base.draft,
    draft,
    isDirty,
    told,
    clash,
    send,
    begin,
    sent,
    leaveClash: () => setClash(null),
  };
}

export type SetState = ReturnType<typeof useSet>;

async function save(id: string | null, draft: SetDraft, updatedAt: string | null): Promise<ToolRulesDetail> {
  const spec = specOf(draft);
  if (id === null) return await callApi('createToolRules', { body: spec });
  const { description = null, agent = null, resource = null, ...set } = spec;
  return await callApi('updateToolRules', {
    params: { id },
    body: { ...set, description, agent, resource, ...(updatedAt !== null && { updatedAt }) },
  });
}
