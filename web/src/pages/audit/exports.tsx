// SPDX-License-Identifier: Apache-2.0
/** Every file that the audit hands out, in one menu; each says what it is for. */
import { csvSeparatorFor } from '@svc/contract/csv';
import { Download } from 'lucide-react';
import { failureOf } from '../../api/failure.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import type { RowsFile } from '../../list/csv-button.tsx';
import { useDownload } from '../../session/download.ts';
import { useMay } from '../../session/may.tsx';
import { ActsMenu } from '../../ui/menu.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { auditWords } from './words.ts';

export default function Exports({ rows }: { rows: RowsFile }) {
  const { language } = useLanguage();
  const words = useWords(auditWords);
  const may = useMay();
  const { start, error } = useDownload();
  const files = [
    ...(may('exportAudit') ? [{ ...words.files.chain, run: () => start('exportAudit') }] : []),
    ...(may('exportCompliance')
      ? [
          { ...words.files.eventsJson, run: () => start('exportCompliance') },
          {
            ...words.files.eventsCsv,
            run: () => start('exportCompliance', { format: 'csv', separator: csvSeparatorFor(language) }),
          },
        ]
      : []),
    ...(rows.isEmpty ? [] : [{ name: words.files.rows(rows.name), about: words.files.rowsAbout, run: rows.save }]),
  ];
  return (
    <>
      <ActsMenu label={words.export} acts={files}>
        <Download aria-hidden className="size-4" />
        <span className="max-md:sr-only">{words.export}</span>
      </ActsMenu>
      {error !== null && <FailureNotice failure={failureOf(error)} />}
    </>
  );
}
