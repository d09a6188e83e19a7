import type { NoticeTone } from '../../ui/notice.tsx';

/** What came of a person's action, said where the list begins. */
export interface Result {
  tone: NoticeTone;
  what: string;
}
