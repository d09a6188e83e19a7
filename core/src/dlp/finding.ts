import type { DlpType } from '@svc/contract';

export interface Finding {
  type: DlpType;
  start: number;
  end: number;
}
