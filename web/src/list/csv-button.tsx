// SPDX-License-Identifier: Apache-2.0
/** The rows that are shown, or those that are selected, as a file. */
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { Button } from '../ui/button.tsx';
import type { ListColumn } from './columns.ts';
import { listPageWords } from './page-words.ts';
import { saveCsv } from './save-csv.ts';

export interface RowsFile {
  /** `CSV`, or how many of the rows are selected. */
  name: string;
  isEmpty: boolean;
  save(): void;
}

export type FilesOfRows = (rows: RowsFile) => ReactNode;

interface CsvButtonProps<Item> {
  id: string;
  columns: readonly ListColumn<Item>[];
  items: readonly Item[];
  picked: number;
  files: FilesOfRows | undefined;
}

export function CsvButton<Item>({ id, columns: all, items, picked, files }: CsvButtonProps<Item>) {
  const columns = all.filter(({ isAct }) => isAct !== true);
  const { format, language } = useLanguage();
  const words = useWords(listPageWords);
  const save = () => {
    const rows = items.map((item) => columns.map((column) => column.value(item)));
    const day = new Date().toISOString().slice(0, 10);
    const fileName = `svc-${id.replace(/^list/, '').toLowerCase()}-${day}.csv`;
    const head = columns.map((column) => (column.isTime === true ? `${column.name} (UTC)` : column.name));
    saveCsv(fileName, [head, ...rows], language);
  };
  const name = picked > 0 ? words.csvSelected(format.number(picked)) : words.csv;
  if (files !== undefined) return files({ name, isEmpty: items.length === 0, save });
  return (
    <Button onClick={save} disabled={items.length === 0}>
      <Download aria-hidden className="size-4" />
      <span className="max-md:sr-only">{name}</span>
    </Button>
  );
}
