// SPDX-License-Identifier: Apache-2.0
/** Why an approval is signed, and what a person does who has no passkey that signs here. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { hasPasskeys } from '../account/passkeys.ts';
import { readOf } from '../api/reading.ts';
import { useWords } from '../language/word-set.ts';
import { answerWords } from './words.ts';

/** `unknown` while it is not known whether a passkey of the person signs here. */
export type SigningState = 'not needed' | 'unknown' | 'possible' | 'impossible';

export function useSigning(isNeeded: boolean): SigningState {
  const keys = useQuery({ ...readOf('listSigningKeys'), enabled: isNeeded });
  if (!isNeeded) return 'not needed';
  if (!hasPasskeys()) return 'impossible';
  if (keys.data === undefined) return 'unknown';
  return keys.data.items.length > 0 ? 'possible' : 'impossible';
}

export function Signing({ signing }: { signing: SigningState }) {
  const { signed } = useWords(answerWords);
  if (signing === 'not needed') return null;
  return (
    <p className="text-ink-2">
      {signed.text} {signing === 'impossible' && (hasPasskeys() ? signed.noKey : signed.noPasskeys)}
      {signing === 'impossible' && hasPasskeys() && (
        <>
          {' '}
          <Link to="/account" search={{ part: 'security' }} className="underline underline-offset-4 hover:text-ink">
            {signed.toAccount}
          </Link>
        </>
      )}
    </p>
  );
}
