// SPDX-License-Identifier: Apache-2.0
/** Goes on to the directory. A press begins it: a link alone signs no one in. */
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { callApi } from '../../api/client.ts';
import { failureOf } from '../../api/failure.ts';
import { useWords } from '../../language/word-set.ts';
import { leaveForDirectory } from '../../session/directory.ts';
import { Button } from '../../ui/button.tsx';
import { SsoRefusalNotice } from './refusal.tsx';
import { ssoWords } from './words.ts';

interface GoOnProps {
  organizationId: string;
  variant?: 'solid' | 'line';
  children: ReactNode;
}

export function GoOn({ organizationId, variant = 'solid', children }: GoOnProps) {
  const words = useWords(ssoWords);
  const { returnTo } = useSearch({ strict: false });
  const starting = useMutation({
    mutationFn: () => callApi('startSso', { body: { organizationId } }),
    onSuccess: ({ url }) => leaveForDirectory(url, returnTo),
  });
  // The page of the directory is on its way.
  const isWorking = starting.isPending || starting.isSuccess;
  return (
    <div className="flex flex-col gap-3">
      <Button
        variant={variant}
        size="large"
        className="w-full"
        aria-disabled={isWorking}
        onClick={() => !isWorking && starting.mutate()}
      >
        {isWorking ? words.goingOn : children}
      </Button>
      {starting.error !== null && !starting.isPending && <SsoRefusalNotice failure={failureOf(starting.error)} />}
    </div>
  );
}
