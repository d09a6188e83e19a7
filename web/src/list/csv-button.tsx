/** The rows that are shown, or those that are selected, as a file. */
import { Download } from 'lucide-react';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { Button } from '../ui/button.tsx';
import { saveText } from '../ui/save-text.ts';
import type { ListColumn } from './columns.ts';
import { csvOf } from './csv.ts';
import { listPageWords } from './page-words.ts';

interface CsvButtonProps<Item> {
  id: string;
  columns: readonly ListColumn<Item>[];
  items: readonly Item[];
  picked: number;
}

export function CsvButton<Item>({ id, columns: all, items, picked }: CsvButtonProps<Item>) {
  const columns = all.filter(({ isAct }) => isAct !== true);
  const { format } = useLanguage();
  const words = useWords(listPageWords);
  const save = () => {
    const rows = items.map((item) => columns.map((column) => column.value(item)));
    const day = new Date().toISOString().slice(0, 10);
    saveText(
      `svc-${id.replace(/^list/, '').toLowerCase()}-${day}.csv`,
      csvOf([columns.map(({ name }) => name), ...rows]),
    );
  };
  return (
    <Button onClick={save} disabled={items.length === 0}>
      <Download aria-hidden className="size-4" />
      <span className="max-md:sr-only">{picked > 0 ? words.csvSelected(format.number(picked)) : words.csv}</span>
    </Button>
  );
}
