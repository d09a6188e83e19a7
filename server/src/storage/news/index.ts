// SPDX-License-Identifier: Apache-2.0
/**
 * Owns news between processes: one connection that listens, who hears what, and telling the others. Refuses to know
 * what news mean. It promises nothing: each hearer looks for itself, and hears when the connection had been lost.
 */
export { createNews, type News, SLEEP_MS } from './news.ts';
export { tellWithCommit } from './tell.ts';
export { endpointsIn, ofEndpoint, ofOrganization, ofReview, ofSession, WORK } from './topics.ts';
