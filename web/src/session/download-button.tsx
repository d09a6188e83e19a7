/** Lets the browser save a file of the service, however long it is. */
import type { AppOperationId, AppQuery } from '@svc/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { addressOf, type LooseInput } from '../api/address.ts';
import { failureOf } from '../api/failure.ts';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/notice.tsx';
import { meQuery } from './me.ts';

interface DownloadButtonProps<Id extends AppOperationId> {
  operation: Id;
  query?: AppQuery<Id>;
  title?: string;
  children: ReactNode;
}

/** A download is no call of the app: the session is renewed first, so that it does not fail for its age. */
export function DownloadButton<Id extends AppOperationId>(props: DownloadButtonProps<Id>) {
  const { operation, query, title, children } = props;
  const queries = useQueryClient();
  const link = useRef<HTMLAnchorElement>(null);
  const renewal = useMutation({
    mutationFn: () => queries.fetchQuery({ ...meQuery, staleTime: 0 }),
    onSuccess: () => link.current?.click(),
  });
  const input = (query === undefined ? {} : { query }) as LooseInput;
  return (
    <>
      <Button onClick={() => renewal.mutate()} disabled={renewal.isPending} title={title}>
        <Download aria-hidden className="size-4" />
        {children}
      </Button>
      <a ref={link} href={addressOf(operation, input)} download hidden tabIndex={-1}>
        {children}
      </a>
      {renewal.error !== null && <FailureNotice failure={failureOf(renewal.error)} />}
    </>
  );
}
