// SPDX-License-Identifier: Apache-2.0
/** The demands of claims, in both languages. */

/** The decisions that no event may get, from the weakest on. */
export type Demand =
  | ''
  | 'ALLOW'
  | 'REVIEW'
  | 'BLOCK'
  | 'ALLOW REVIEW'
  | 'ALLOW BLOCK'
  | 'REVIEW BLOCK'
  | 'ALLOW REVIEW BLOCK';

interface ClaimWords {
  demands: Readonly<Record<Demand, string>>;
  /** At least so many people have to approve. */
  people(count: number): string;
  unless: string;
}

export const CLAIM_WORDS: Readonly<Record<'en' | 'pt-BR', ClaimWords>> = {
  en: {
    demands: {
      '': 'any decision will do',
      ALLOW: 'a person is asked or it is blocked',
      REVIEW: 'no one has to be asked',
      BLOCK: 'it is never blocked',
      'ALLOW REVIEW': 'it is always blocked',
      'ALLOW BLOCK': 'a person is always asked',
      'REVIEW BLOCK': 'it is always allowed',
      'ALLOW REVIEW BLOCK': 'no decision will do',
    },
    people: (count) => `${count} people or more are asked or it is blocked`,
    unless: ', unless ',
  },
  'pt-BR': {
    demands: {
      '': 'qualquer decisão serve',
      ALLOW: 'uma pessoa decide ou a ação é bloqueada',
      REVIEW: 'ninguém precisa decidir',
      BLOCK: 'a ação nunca é bloqueada',
      'ALLOW REVIEW': 'a ação é sempre bloqueada',
      'ALLOW BLOCK': 'uma pessoa sempre decide',
      'REVIEW BLOCK': 'a ação é sempre permitida',
      'ALLOW REVIEW BLOCK': 'nenhuma decisão serve',
    },
    people: (count) => `${count} pessoas ou mais decidem ou a ação é bloqueada`,
    unless: ', exceto quando ',
  },
};
