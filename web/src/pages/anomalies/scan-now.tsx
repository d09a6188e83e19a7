// SPDX-License-Identifier: Apache-2.0
/** Scans at once, for who does not want to wait for the next one. */
import { callApi } from '../../api/client.ts';
import { useWords } from '../../language/word-set.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { anomaliesWords } from './words.ts';

export function ScanNow() {
  const words = useWords(anomaliesWords);
  return (
    <ActButton
      act={() => callApi('scanForAnomalies')}
      reads={['listAnomalies', 'readAnomalyScan']}
      done={({ opened, isComplete }) => (isComplete ? words.scanned(opened.length) : words.scanUnfinished)}
      working={words.scanning}
    >
      {words.scan}
    </ActButton>
  );
}
