// SPDX-License-Identifier: Apache-2.0
/** The topics of news. Triggers of the database write the same texts. */

export type Topic = `o:${string}` | `r:${string}` | `s:${string}`;

/** The audit chain of an organization has grown. */
export const ofOrganization = (organizationId: string): Topic => `o:${organizationId}`;
/** A review was resolved, or has expired. */
export const ofReview = (eventId: string): Topic => `r:${eventId}`;
/** A session has ended, or goes on in another organization. */
export const ofSession = (sessionId: string): Topic => `s:${sessionId}`;

export const CHANNEL = 'svc_news';
