/** Scans at once, for who does not want to wait for the next one. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Activity } from 'lucide-react';
import { failureOf } from '../../api/failure.ts';
import { scanForAnomalies } from '../../api/queries.ts';
import { useLanguage } from '../../language/index.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import type { Result } from './result.ts';

export function ScanNow({ onResult }: { onResult(result: Result): void }) {
  const { messages } = useLanguage();
  const { anomalies: labels } = messages;
  const queries = useQueryClient();
  const scanning = useMutation({
    mutationFn: scanForAnomalies,
    async onSuccess({ opened, isComplete }) {
      await queries.invalidateQueries({ queryKey: ['anomalies'] });
      onResult({ tone: 'information', what: isComplete ? labels.scanned(opened.length) : labels.scanUnfinished });
    },
  });
  return (
    <div className="flex flex-col gap-2">
      <Button onClick={() => scanning.mutate()} disabled={scanning.isPending}>
        <Activity aria-hidden className="size-4" />
        {scanning.isPending ? labels.scanning : labels.scan}
      </Button>
      {scanning.error !== null && <FailureNotice failure={failureOf(scanning.error)} />}
    </div>
  );
}
