// SPDX-License-Identifier: Apache-2.0
/** One thing that the palette found, and the groups in which it shows them. */
import type { ReactNode } from 'react';

export interface Hit {
  id: string;
  icon: ReactNode;
  name: ReactNode;
  about?: ReactNode;
  go(): void;
}

export interface HitGroup {
  name: string;
  items: Hit[];
}
