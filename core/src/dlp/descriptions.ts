// SPDX-License-Identifier: Apache-2.0

import type { DlpType, LgpdCategory } from '@svc/contract';
import { CATEGORY_OF_TYPE } from './categories.ts';

export interface DlpTypeDescription {
  type: DlpType;
  category: LgpdCategory;
  /** True when the value identifies or describes a natural person in the sense of the LGPD, article 5, I. */
  personalData: boolean;
  /** True for sensitive personal data in the sense of the LGPD, article 5, II. */
  sensitive: boolean;
  /** The values that the scan really finds, in one or two sentences for a person. */
  detection: string;
}

const DESCRIPTIONS: readonly Omit<DlpTypeDescription, 'category'>[] = [
  {
    type: 'CPF',
    personalData: true,
    sensitive: false,
    detection:
      'Brazilian individual taxpayer number with valid check digits: written as 000.000.000-00, or as eleven digits ' +
      'in another form near a word such as CPF.',
  },
  {
    type: 'CNPJ',
    personalData: false,
    sensitive: false,
    detection:
      'Brazilian company number with valid check digits, numeric or alphanumeric: written as XX.XXX.XXX/XXXX-00, or ' +
      'as fourteen characters in another form near a word such as CNPJ.',
  },
  {
    type: 'RG',
    personalData: true,
    sensitive: false,
    detection:
      'Brazilian identity card number near RG or identidade: a São Paulo number with its right check digit, or a ' +
      'number followed by its issuer, such as SSP/GO.',
  },
  {
    type: 'CNH',
    personalData: true,
    sensitive: false,
    detection: 'Brazilian driving licence number: eleven digits with valid check digits near a word such as CNH.',
  },
  {
    type: 'PIX_KEY',
    personalData: true,
    sensitive: false,
    detection:
      'Pix key: a BR Code (copia e cola), a random key (UUID) beside Pix, or a CPF, CNPJ, phone or e-mail that the ' +
      'text says is a Pix key.',
  },
  {
    type: 'PHONE_BR',
    personalData: true,
    sensitive: false,
    detection:
      'Brazilian phone with a real area code: +55 form, (11) 98765-4321 or (11) 3456-7890 form, or digits in another ' +
      'form near a word such as telefone or WhatsApp.',
  },
  {
    type: 'CEP',
    personalData: true,
    sensitive: false,
    detection: 'Brazilian postal code: eight digits near CEP or zip code, or 00000-000 inside a Brazilian address.',
  },
  {
    type: 'CREDIT_CARD',
    personalData: true,
    sensitive: false,
    detection:
      'Payment card number with a known brand prefix and a valid Luhn digit: in groups, on a track or chip, ' +
      'or as bare digits near a word such as cartão or card.',
  },
  {
    type: 'EMAIL',
    personalData: true,
    sensitive: false,
    detection: 'E-mail address with a dotted domain, also when the at sign is written out, as in name (arroba) host.',
  },
  {
    type: 'HEALTH_DATA',
    personalData: true,
    sensitive: true,
    detection:
      'Health facts in Portuguese or English: diagnoses, ICD codes, medicines with a dose, exam results, pregnancy, ' +
      'disability, therapy, and health card (CNS) numbers.',
  },
  {
    type: 'API_KEY',
    personalData: false,
    sensitive: false,
    detection:
      'Access keys and tokens: known provider prefixes of the right length, JSON web tokens, and long random values ' +
      'after a secret name or an Authorization header.',
  },
  {
    type: 'PRIVATE_KEY',
    personalData: false,
    sensitive: false,
    detection:
      'Private keys: a PEM, OpenSSH, SSH2, PuTTY or PGP private header followed by key data, or a JSON Web Key ' +
      'with its private part.',
  },
];

/** One entry for each type, in the order of `DLP_TYPES`. */
export const DLP_TYPE_DESCRIPTIONS: readonly DlpTypeDescription[] = DESCRIPTIONS.map(
  ({ type, personalData, sensitive, detection }) => ({
    type,
    category: CATEGORY_OF_TYPE[type],
    personalData,
    sensitive,
    detection,
  }),
);
