// SPDX-License-Identifier: Apache-2.0
/** Who is signed in. */
import { readOf } from '../api/reading.ts';

const GOOD_FOR_MS = 60_000;

export const meQuery = { ...readOf('readMe'), staleTime: GOOD_FOR_MS };
