// SPDX-License-Identifier: Apache-2.0
/** Saves a file that the service counts: what it refuses is said here, not in the list of downloads. */
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { failureOf } from '../api/failure.ts';
import { readFile } from '../api/file.ts';
import { useLanguage } from '../language/index.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/notice.tsx';
import { saveBlob } from '../ui/save-text.ts';

interface ExportButtonProps {
  operation: 'exportAccount' | 'exportOrganization' | 'exportProvisioning';
  children: ReactNode;
}

export function ExportButton({ operation, children }: ExportButtonProps) {
  const { ui } = useLanguage().messages;
  const file = useMutation({
    mutationFn: () => readFile(operation),
    onSuccess: ({ name, content }) => saveBlob(name, content),
  });
  return (
    <>
      <Button onClick={() => !file.isPending && file.mutate()} aria-disabled={file.isPending}>
        <Download aria-hidden className="size-4" />
        {file.isPending ? ui.working : children}
      </Button>
      {file.error !== null && !file.isPending && <FailureNotice failure={failureOf(file.error)} />}
    </>
  );
}
