// SPDX-License-Identifier: Apache-2.0
/**
 * The guardrail webhook of agentgateway: messages of a request, or choices of a response. Its answers have no tag: a
 * refusal without a number as its status would be read as a pass.
 */
import { invalid } from '../../../platform/errors/index.ts';
import { isRecord, type JsonRecord } from './values.ts';

interface Passed {
  readonly texts: readonly string[];
  /** The body with other texts, in their order. */
  withTexts(texts: readonly string[]): object;
}

/** @throws ApiError 400 for a body that is none of the webhook's */
export function readAgentgateway(given: JsonRecord): Passed {
  const { body } = given;
  const { messages, choices } = isRecord(body) ? body : {};
  if (Array.isArray(messages)) return passedOf('messages', messages, (message) => message);
  if (Array.isArray(choices)) return passedOf('choices', choices, ({ message }) => (isRecord(message) ? message : {}));
  throw invalid('body', 'must have messages or choices');
}

function passedOf(member: string, items: readonly unknown[], messageOf: (item: JsonRecord) => JsonRecord): Passed {
  const records = items.map((item) => (isRecord(item) ? item : {}));
  const contents = records.map((item) => messageOf(item).content);
  return {
    // A text that is none yet, such as parts of a message, is scanned as JSON.
    texts: contents.map((content) => (typeof content === 'string' ? content : JSON.stringify(content ?? ''))),
    withTexts: (texts) => ({
      [member]: records.map((item, place) => {
        const [content, text = ''] = [contents[place], texts[place]];
        if (content === undefined) return item;
        const message = { ...messageOf(item), content: typeof content === 'string' ? text : partsIn(text) };
        return member === 'messages' ? message : { ...item, message };
      }),
    }),
  };
}

/** @throws ApiError 400 for parts that are none once they are masked: data stood where a text cannot stand */
function partsIn(masked: string): unknown {
  try {
    return JSON.parse(masked);
  } catch {
    throw invalid('body', 'holds sensitive data that cannot be replaced');
  }
}

const REFUSED_STATUS = 403;

export const AGENTGATEWAY = {
  pass: () => ({ action: { reason: 'svc lets it pass.' } }),
  mask: (body: object) => ({ action: { body, reason: 'svc replaced sensitive data.' } }),
  refuse: (reason: string) => ({ action: { body: reason, status_code: REFUSED_STATUS, reason } }),
};
