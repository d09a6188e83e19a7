// SPDX-License-Identifier: Apache-2.0
/**
 * Both sides of the editor as one state. The draft is what will be saved. A text with a fault stands beside the last
 * draft without one, until it is mended or thrown away.
 */
import type { PolicySpec } from '@svc/contract';
import { draftOf, type PolicyDraft } from './draft/draft.ts';
import { type Edit, edited } from './draft/edit.ts';
import type { ReadText } from './text/read.ts';

export interface EditorState {
  draft: PolicyDraft;
  /** As a person typed it; null: the text follows the form. */
  typed: { text: string; faults: number } | null;
}

export type EditorAction =
  | { type: 'edit'; edit: Edit }
  | { type: 'type'; text: string; read: ReadText }
  /** Another policy in its place: that of the service, or the one that was saved. */
  | { type: 'reset'; spec: PolicySpec };

export const openEditor = (spec: PolicySpec): EditorState => ({ draft: draftOf(spec), typed: null });

export function editorReducer(state: EditorState, action: EditorAction): EditorState {
  switch (action.type) {
    case 'edit':
      return { draft: edited(state.draft, action.edit), typed: null };
    case 'type': {
      const { text, read } = action;
      const typed = { text, faults: read.faults.length };
      return { draft: read.spec === null ? state.draft : draftOf(read.spec, state.draft), typed };
    }
    case 'reset':
      return { draft: draftOf(action.spec, state.draft), typed: null };
  }
}
