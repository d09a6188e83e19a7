// SPDX-License-Identifier: Apache-2.0
/**
 * Owns what goes to the collector of the operator: OTLP over HTTP, in JSON. It sends a request once and says what the
 * answer means, and it queues spans. It refuses to know events, and decisions.
 */
export { type Collector, CollectorFault, createCollector } from './collector.ts';
export { createSpans, type Spans } from './spans.ts';
export { anyValue, keyValues, type OtlpSource } from './values.ts';
