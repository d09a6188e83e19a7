// SPDX-License-Identifier: Apache-2.0
/** Whom a token is about: a person in one organization. Another organization makes another subject. */

export interface Subject {
  accountId: string;
  organizationId: string;
}

export function subjectText({ accountId, organizationId }: Subject): string {
  return `${accountId}.${organizationId}`;
}

const SUBJECT = /^([0-9a-f-]{36})\.([0-9a-f-]{36})$/;

/** @returns null for any other text */
export function parseSubject(text: unknown): Subject | null {
  const match = typeof text === 'string' ? SUBJECT.exec(text) : null;
  if (match?.[1] === undefined || match[2] === undefined) return null;
  return { accountId: match[1], organizationId: match[2] };
}
