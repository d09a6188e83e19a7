// SPDX-License-Identifier: Apache-2.0
/** Faults of the policy and what may be unintended: found here at once, and by the service a moment later. */
import type { PolicySpec } from '@svc/contract';
import { useMemo, useState } from 'react';
import { useLanguage } from '../../language/index.tsx';
import { useTold } from '../../language/told/index.ts';
import { useWords } from '../../language/word-set.ts';
import type { Group } from '../../policy/draft/draft.ts';
import { type PositionedFindings, policyPath, positionFindings } from '../../policy/finding-positions.ts';
import { problemText } from '../../policy/problem-text.ts';
import { policyDocument } from '../../policy/text/document.ts';
import { checkDocument } from '../../policy/text/problems.ts';
import { policyWords } from '../../policy/words.ts';
import type { Checked } from './use-check.ts';
import { policyPageWords } from './words.ts';

/** Faults that need no service. */
export function useProblems(spec: PolicySpec) {
  return useMemo(() => checkDocument(policyDocument(spec), false).problems, [spec]);
}

const NONE: PositionedFindings = { rows: new Map(), fields: new Map(), whole: [] };

export function useFindings(
  problems: ReturnType<typeof useProblems>,
  root: Group,
  { answer, isCurrent }: Checked,
  isNameTaken: boolean,
) {
  const { format } = useLanguage();
  const words = useWords(policyWords);
  const page = useWords(policyPageWords);
  const say = useTold();
  const told = isCurrent && problems.length === 0 ? answer : null;
  const faults = useMemo(() => {
    const local = problems.map((problem) => ({
      path: policyPath(problem.path),
      text: problemText(problem, words.problem, format),
    }));
    const fromService = (told?.errors ?? []).map(({ path, message, fault }) => ({ path, text: say(message, fault) }));
    const taken = isNameTaken ? [{ path: 'name', text: page.takenName }] : [];
    const all = [...local, ...fromService, ...taken];
    return all.length === 0 ? NONE : positionFindings(all, root);
  }, [problems, told, isNameTaken, root, words, page, say, format]);
  // The last ones stay until the service has looked again, so that rows do not jump at each key.
  const [warnings, setWarnings] = useState<{ of: typeof told; placed: PositionedFindings }>({ of: null, placed: NONE });
  if (told !== null && warnings.of !== told) {
    const list = told.warnings.map(({ code, path }) => ({ path, text: page.warnings[code] }));
    setWarnings({ of: told, placed: list.length === 0 ? NONE : positionFindings(list, root) });
  }
  return { faults, warnings: warnings.placed, toldErrors: told?.errors ?? NO_ERRORS };
}

const NO_ERRORS: readonly { path: string; message: string }[] = [];
