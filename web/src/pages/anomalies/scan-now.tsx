/** Scans at once, for who does not want to wait for the next one. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { failureOf } from '../../api/failure.ts';
import { useWords } from '../../language/word-set.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { showToast } from '../../ui/toast.ts';
import { anomaliesWords } from './words.ts';

export function ScanNow() {
  const words = useWords(anomaliesWords);
  const queries = useQueryClient();
  const scanning = useMutation({
    mutationFn: () => callApi('scanForAnomalies'),
    async onSuccess({ opened, isComplete }) {
      await queries.invalidateQueries({ queryKey: ['listAnomalies'] });
      showToast({ title: isComplete ? words.scanned(opened.length) : words.scanUnfinished });
    },
  });
  return (
    <>
      {scanning.error !== null && <FailureNotice failure={failureOf(scanning.error)} />}
      <Button onClick={() => scanning.mutate()} aria-disabled={scanning.isPending}>
        {scanning.isPending ? words.scanning : words.scan}
      </Button>
    </>
  );
}
