// SPDX-License-Identifier: Apache-2.0
/** A ticket system whose request people wrote: one ticket for a review, and an update where it has an address. */
import type { PostClaim } from './posts.ts';
import type { ReviewFacts } from './review-facts.ts';
import { sendJson } from './send-json.ts';
import { callOnce } from './slack-calls.ts';
import { plain } from './slack-message.ts';
import type { SendOptions, Sent, System } from './system.ts';
import type { TargetOf } from './target.ts';
import { testValues } from './test-message.ts';
import { filledTemplate, ticketValues } from './ticket.ts';

type Template = TargetOf<'TICKET'>;

export const templateTicket: System<Template> = {
  send: sendTicket,
  async tell(calling, { method, url, headers, bodyTemplate }, caller, told) {
    const about = {
      organization: plain(told.organization),
      agent: 'svc',
      resource: '',
      policy: '',
      reason: told.sentence,
      link: told.link,
    };
    const values = { ...testValues(told.language, told.baseUrl, calling.pool.clock.now()), ...about };
    const given = Object.fromEntries(headers.map(({ name, value }) => [name, value]));
    return await callOnce(calling, {
      method,
      url,
      headers: { 'Content-Type': 'application/json', ...given },
      body: filledTemplate(bodyTemplate, values),
      ...caller,
    });
  },
};

async function sendTicket(
  options: SendOptions,
  { url, updateUrl, method, headers, bodyTemplate }: Template,
  claim: PostClaim,
  facts: ReviewFacts,
): Promise<Sent> {
  const isNew = claim.messageTs === null;
  if (isNew ? facts.status !== 'PENDING' : updateUrl === null) return null;
  const body = filledTemplate(bodyTemplate, ticketValues(facts, options.baseUrl()));
  return await sendJson(options, claim, facts, { method, url: isNew ? url : (updateUrl ?? url), headers, body });
}
