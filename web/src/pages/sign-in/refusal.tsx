// SPDX-License-Identifier: Apache-2.0
/** A refusal of a sign-in, in the words of this page where the catalogue's would mislead. */
import { Link } from '@tanstack/react-router';
import type { Failure } from '../../api/failure.ts';
import { useWords } from '../../language/word-set.ts';
import { buttonClass } from '../../ui/button.tsx';
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
  if (failure.code === 'sso_required') return <ByCompany failure={failure} />;
  const isWrong = failure.code === 'invalid_credentials';
  return isWrong && isByPasskey ? (
    <Notice tone="problem" {...words.unknownPasskey} />
  ) : (
    <FailureNotice failure={failure} />
  );
}

/** The password is right, and opens nothing: these organizations are entered by their directories. */
function ByCompany({ failure }: { failure: Failure & { kind: 'refused' } }) {
  const words = useWords(signInWords);
  return (
    <div className="flex flex-col gap-3">
      <FailureNotice failure={failure} />
      {failure.organizations.map(({ id, name }) => (
        <Link
          key={id}
          to="/sso/$organizationId"
          params={{ organizationId: id }}
          search={{}}
          className={buttonClass('line', 'large')}
        >
          {words.companyOf(name)}
        </Link>
      ))}
    </div>
  );
}
