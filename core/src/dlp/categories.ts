// SPDX-License-Identifier: Apache-2.0
/** The LGPD category of each data type: the only table of it. */
import type { DlpType, LgpdCategory } from '@svc/contract';

export const CATEGORY_OF_TYPE: Readonly<Record<DlpType, LgpdCategory>> = {
  CPF: 'IDENTIFICATION',
  CNPJ: 'COMPANY',
  RG: 'IDENTIFICATION',
  CNH: 'IDENTIFICATION',
  PIX_KEY: 'FINANCIAL',
  PHONE_BR: 'CONTACT',
  CEP: 'LOCATION',
  CREDIT_CARD: 'FINANCIAL',
  EMAIL: 'CONTACT',
  HEALTH_DATA: 'HEALTH',
  API_KEY: 'CREDENTIALS',
  PRIVATE_KEY: 'CREDENTIALS',
};
