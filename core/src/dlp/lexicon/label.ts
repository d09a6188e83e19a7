// SPDX-License-Identifier: Apache-2.0
/** The labels: what a known word says about the numbers near it. Each label is one bit of a set. */
export const LABEL = {
  CPF: 0,
  CNPJ: 1,
  RG: 2,
  CNH: 3,
  /** A phrase that by itself says "this is the key", such as chave Pix. */
  PIX_KEY: 4,
  /** The word Pix, in any sense. */
  PIX: 5,
  PHONE: 6,
  CEP: 7,
  CARD: 8,
  /** The national health card. */
  SUS: 9,
  SECRET: 10,
  /** Any other number or handle: order, protocol, account, time stamp. It takes the number from the other labels. */
  OTHER: 11,
  ADDRESS: 12,
  COMMITTEE: 13,
  CARD_AFTER: 14,
  PIX_PARTIAL: 15,
  NOT_SECRET: 16,
  HANDLE: 17,
  RECEIPT: 18,
  /** A record's key without a meaning of its own, so that the name above it counts. */
  GENERIC: 19,
  PRIVATE_KEY: 20,
  AT: 21,
  SHELL: 22,
  SQL_VALUES: 23,
  TABLE_HEAD: 24,
  BARE_KEY: 25,
  ICD: 26,
  HEALTH: 27,
  TECHNICAL: 28,
  /** An authority that issues identity cards. */
  ISSUER: 29,
  /**
   * Nouns that fall ill in a figure of speech only: a project, the economy. A label on bit 31 would make sets negative.
   */
  FIGURATIVE: 30,
} as const;

export type Label = (typeof LABEL)[keyof typeof LABEL];
export const LABEL_COUNT = 31;

export function maskOf(...labels: Label[]): number {
  return labels.reduce<number>((mask, label) => mask | (1 << label), 0);
}
