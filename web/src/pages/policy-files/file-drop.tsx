// SPDX-License-Identifier: Apache-2.0
/** Where files are chosen or dropped. They are read in the browser. */
import { Upload } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import type { TextOfFile } from '../../policy/text/read-files.ts';
import { Button } from '../../ui/button.tsx';
import { policyFilesWords } from './words.ts';

export interface Chosen {
  files: readonly TextOfFile[];
  /** Why they could not be read; null when they were. */
  fault: string | null;
}

/** All files together; the largest policy set is smaller. */
const MEGABYTES_MAX = 20;

export function FileDrop({ onChoose }: { onChoose(chosen: Chosen): void }) {
  const words = useWords(policyFilesWords);
  const { format } = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = async (list: FileList | null) => {
    const chosen = [...(list ?? [])].toSorted((one, other) => (one.name < other.name ? -1 : 1));
    if (chosen.length === 0) return;
    const size = chosen.reduce((sum, file) => sum + file.size, 0);
    if (size > MEGABYTES_MAX * 1024 * 1024) {
      onChoose({ files: [], fault: words.tooLarge(format.number(MEGABYTES_MAX)) });
      return;
    }
    const files: TextOfFile[] = [];
    for (const file of chosen) {
      const text = await file.text().catch(() => null);
      if (text === null) {
        onChoose({ files: [], fault: words.unreadable(file.name) });
        return;
      }
      files.push({ name: file.name, text });
    }
    onChoose({ files, fault: null });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same for those who do not drag
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`flex flex-wrap items-center gap-3 rounded-m border border-dashed px-5 py-6 transition-colors
        ${isOver ? 'border-ink bg-hover' : 'border-line-strong'}`}
    >
      <input
        ref={input}
        type="file"
        multiple
        accept=".yaml,.yml"
        hidden
        aria-label={words.choose}
        onChange={({ target }) => {
          void take(target.files);
          // The same files may be chosen again after they were mended.
          target.value = '';
        }}
      />
      <Button onClick={() => input.current?.click()}>
        <Upload aria-hidden className="size-4" />
        {words.choose}
      </Button>
      <span className="text-ink-3 max-md:hidden">{words.drop}</span>
    </div>
  );
}
