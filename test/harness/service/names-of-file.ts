// SPDX-License-Identifier: Apache-2.0
/** Vitest runs this before it loads a test file. */
import { renewNames } from './names.ts';

renewNames();
