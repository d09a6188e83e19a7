// SPDX-License-Identifier: Apache-2.0
/**
 * The tables of the vocabulary. The build of the service compiles them and puts them in the place of this module. A
 * start then compiles no vocabulary, and neither does a thread of the scan.
 */
import { compileTables, type DictionaryTables } from './compile-dictionary.ts';
import { VOCABULARY } from './vocabulary.ts';

export const TABLES: DictionaryTables = compileTables(VOCABULARY);
