// SPDX-License-Identifier: Apache-2.0
/** The words of one mail, before they are plain text or HTML. */

export const LANGUAGES = ['en', 'pt-BR'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Opens a mail in both languages. */
export const FURTHER_DOWN = '(Em português mais abaixo.)';

/** The words of a mail in one language. An address of the service within them becomes a link. */
export interface Text {
  subject: string;
  paragraphs: readonly string[];
  /** Facts about the cause, each with its label. */
  details?: readonly (readonly [label: string, text: string])[];
  /** The one thing that the mail leads to. `line`: for a person who has most likely nothing to do. */
  action?: { label: string; url: string; look?: 'line' };
  /** Smaller: how long a link works, and why the mail came. */
  notes?: readonly string[];
}
