// SPDX-License-Identifier: Apache-2.0
/** Lists of pages as a test reads them. */
import { vi } from 'vitest';
import { page } from 'vitest/browser';

const ROW = '[role=row][data-row]';

/** The rows of records that are in the document, the first one first. */
export const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(ROW)];

/** The key of the row that has the focus. */
export const focusedRow = (): string | null =>
  document.activeElement?.closest('[data-row]')?.getAttribute('data-row') ?? null;

/** The filters of the list, as they stand above it. */
export const filters = (label: string): string[] =>
  page
    .getByRole('list', { name: label })
    .getByRole('listitem')
    .elements()
    .map((element) => (element as HTMLElement).innerText.replaceAll(/\s+/g, ' ').trim());

export interface SavedFile {
  name: string;
  text: string;
}

/** From now on files that the page hands to the person stand here, and are not saved. */
export function savedFiles(): SavedFile[] {
  const files: SavedFile[] = [];
  let content = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    content = blob as Blob;
    return 'blob:saved';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    const file = { name: this.download, text: '' };
    // A text begins with the mark of its encoding, which `text` would take away.
    void content.arrayBuffer().then((bytes) => {
      file.text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
      files.push(file);
    });
  });
  return files;
}
