/** Vitest runs this before it loads a test file. */
import { renewNames } from './names.ts';

renewNames();
