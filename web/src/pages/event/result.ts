import type { NoticeTone } from '../../ui/notice.tsx';

/** What came of an answer, for as long as the page is open. */
export interface Result {
  tone: NoticeTone;
  what: string;
  mend?: string;
}
