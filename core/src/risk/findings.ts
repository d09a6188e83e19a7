// SPDX-License-Identifier: Apache-2.0
/** Lists of findings in the form in which a decision carries them: unique, in the specification's order. */
import { DLP_TYPES, type DlpType, LGPD_CATEGORIES, type LgpdCategory } from '@svc/contract';
import { CATEGORY_OF_TYPE } from '../dlp/categories.ts';

const NO_TYPES: readonly DlpType[] = Object.freeze([]);
const NO_CATEGORIES: readonly LgpdCategory[] = Object.freeze([]);

/** The same types, each once, in the specification's order. */
export function orderedTypes(types: readonly DlpType[]): readonly DlpType[] {
  if (types.length === 0) return NO_TYPES;
  return DLP_TYPES.filter((type) => types.includes(type));
}

/** The LGPD categories of these types, each once, in the specification's order. */
export function categoriesOfTypes(types: readonly DlpType[]): readonly LgpdCategory[] {
  if (types.length === 0) return NO_CATEGORIES;
  return LGPD_CATEGORIES.filter((category) => types.some((type) => CATEGORY_OF_TYPE[type] === category));
}
