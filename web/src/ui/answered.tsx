// SPDX-License-Identifier: Apache-2.0
/** A part that waits for one answer: bars until it comes, the failure with a way to try again, then its content. */
import type { ReactNode } from 'react';
import { failureOf, isNotThere } from '../api/failure.ts';
import { FailureNotice } from './notice.tsx';
import { Skeleton } from './skeleton.tsx';

interface AnsweredProps<Data> {
  query: { data: Data | undefined; error: Error | null; isPending: boolean; refetch(): Promise<unknown> };
  skeleton?: ReactNode;
  /** In the place of a failure that says that the thing is not there. */
  missing?: ReactNode;
  children(data: Data): ReactNode;
}

/** Old content stays while the failure of a later read is shown above it. */
export function Answered<Data>({ query, skeleton = <Skeleton />, missing, children }: AnsweredProps<Data>) {
  const { data, error, isPending, refetch } = query;
  if (missing !== undefined && isNotThere(error)) return missing;
  return (
    <>
      {error !== null && (
        <div className="p-6 max-md:p-4">
          <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />
        </div>
      )}
      {isPending && skeleton}
      {data !== undefined && children(data)}
    </>
  );
}
