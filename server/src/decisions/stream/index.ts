// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the streams of the app: news of an organization as server-sent events, resumed without loss. Refuses to decide
 * who may open one. The audit chain is its memory: it reads what was committed, and keeps nothing but where it stands.
 */
export { createLive } from './live.ts';
export type { StreamSink, Streams } from './streams.ts';
