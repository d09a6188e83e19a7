// SPDX-License-Identifier: Apache-2.0
/** The topics of news. */

export type Topic = `o:${string}` | `r:${string}` | `s:${string}` | `w:${string}` | 'work';

/** The audit chain of an organization has grown. */
export const ofOrganization = (organizationId: string): Topic => `o:${organizationId}`;
/** A review was resolved, or has expired. */
export const ofReview = (eventId: string): Topic => `r:${eventId}`;
/** A session has ended, or goes on in another organization. */
export const ofSession = (sessionId: string): Topic => `s:${sessionId}`;
/** Deliveries were made for a webhook endpoint. */
export const ofEndpoint = (endpointId: string): Topic => `w:${endpointId}`;
/** An outbox has work whose cause no other topic tells. */
export const WORK: Topic = 'work';

/** The endpoints among the topics of one message. */
export const endpointsIn = (topics: readonly string[]): string[] =>
  topics.filter((topic) => topic.startsWith('w:')).map((topic) => topic.slice(2));

export const CHANNEL = 'svc_news';
