// SPDX-License-Identifier: Apache-2.0
/** Why a sign-in by a company was refused, and what the person can do about it. */
import type { Failure } from '../../api/failure.ts';
import { useWords } from '../../language/word-set.ts';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { ssoWords } from './words.ts';

export function SsoRefusalNotice({ failure }: { failure: Failure }) {
  const words = useWords(ssoWords);
  if (failure.kind === 'signed-out') return <Notice tone="problem" {...words.notKept} />;
  if (failure.kind !== 'refused' || failure.reason === null) return <FailureNotice failure={failure} />;
  return <Notice tone="problem" {...words.refusals[failure.reason]} />;
}
