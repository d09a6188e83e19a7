// SPDX-License-Identifier: Apache-2.0
/** A refusal of a sign-in, in the words of this page where the catalogue's would mislead. */
import type { Failure } from '../../api/failure.ts';
import { useWords } from '../../language/word-set.ts';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { signInWords } from './words.ts';

/**
 * Some failures mean something else here: `signed-out` means a cookie that was not kept, and `forbidden` another
 * address.
 */
export function Refusal({ failure, isByPasskey = false }: { failure: Failure; isByPasskey?: boolean }) {
  const words = useWords(signInWords);
  if (failure.kind === 'signed-out') return <Notice tone="problem" {...words.notKept} />;
  if (failure.kind !== 'refused') return <FailureNotice failure={failure} />;
  if (failure.code === 'forbidden') return <Notice tone="problem" {...words.otherAddress} />;
  const isWrong = failure.code === 'invalid_credentials';
  return isWrong && isByPasskey ? (
    <Notice tone="problem" {...words.unknownPasskey} />
  ) : (
    <FailureNotice failure={failure} />
  );
}
