// SPDX-License-Identifier: Apache-2.0
/** A message and a ticket that say they are a test, by which a person tries a chat or a ticket system. */
import type { Language } from '@svc/contract';
import { WORDS } from './words.ts';

const linkTo = (baseUrl: string) => `${baseUrl}/app/integrations`;

export const testText = (language: Language, baseUrl: string): string => `${WORDS[language].test}\n${linkTo(baseUrl)}`;

/** The parts of a test by themselves. */
export const testSentence = ({ language, baseUrl }: { language: Language; baseUrl: string }) => ({
  sentence: WORDS[language].test,
  link: linkTo(baseUrl),
});

/** A value for each name of a template. */
export const testValues = (language: Language, baseUrl: string, now: Date): Record<string, string> => ({
  id: '00000000-0000-0000-0000-000000000000',
  organization: 'test',
  agent: 'test',
  action: 'READ_DATA',
  resource: 'test',
  classification: 'PUBLIC',
  destination: '',
  recordsAffected: '',
  reason: WORDS[language].test,
  policy: 'test',
  riskScore: '0',
  riskLevel: 'LOW',
  dataTypes: '',
  contentScanned: 'false',
  status: 'PENDING',
  outcome: '',
  expiresAt: now.toISOString(),
  link: linkTo(baseUrl),
});
