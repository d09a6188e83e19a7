/** The texts to begin with, by what they hold. All values are invented; their check digits are right. */
import type { DlpType } from '@svc/contract';

export const EXAMPLE_TYPES = {
  cpf: ['CPF'],
  card: ['CREDIT_CARD'],
  key: ['API_KEY'],
  health: ['HEALTH_DATA'],
  nothing: [],
} as const satisfies Record<string, readonly DlpType[]>;
export type ExampleId = keyof typeof EXAMPLE_TYPES;
