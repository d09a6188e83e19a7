// SPDX-License-Identifier: Apache-2.0
/** Tries a system of which the calls are known, by the same calls that tell it of reviews. */
import type { Egress, EgressResponse } from '../../../outgoing/egress/index.ts';
import type { ProviderSettings, secretsOf } from '../../../registry/integrations/index.ts';
import { createBotFramework, failureOf, targetOf, testSentence, trySystem } from '../../chat/index.ts';
import { CredentialFault } from '../http/opened-credentials.ts';
import { type Asked, foundBy } from './found.ts';
import type { TestMessage, Tried, Trying } from './slack.ts';

type Known = Exclude<ProviderSettings, { provider: 'SLACK' }>;

/** @param test null to ask alone, by calls that write nothing */
export async function tryKnown(
  { egress, slackApi, teams, pool, caller }: Trying,
  settings: Known,
  secrets: ReturnType<typeof secretsOf>,
  test: TestMessage | null,
): Promise<Tried> {
  let messageFault: Tried['messageFault'] = null;
  const found = await foundBy(async () => {
    // No press is answered here, so that the role does not count.
    const target = targetOf(settings, secrets, 'MEMBER');
    if (Object.keys(secrets).length === 0) throw new CredentialFault('credential not available');
    const watched = watch(egress);
    // A token of its own: a kept one would hide a refused secret.
    const framework = createBotFramework(watched.egress, pool.clock, teams);
    const calling = { egress: watched.egress, slackApi, teams: framework, pool };
    const { organizationId: owner, privateNetworks } = caller;
    const told = test === null ? null : { ...test, ...testSentence(test), organization: '', isTest: true };
    const result = await trySystem(calling, target, { owner, privateNetworks }, told);
    const last = watched.last();
    const code = result?.outcome === 'done' ? null : (result?.code ?? null);
    // The events of PagerDuty cannot be asked for: whatever its address answers, it was reached.
    if (code?.startsWith('status_') === true && !(test === null && settings.provider === 'PAGERDUTY')) {
      messageFault = failureOf(settings.provider, code).fault ?? 'NOT_DELIVERED';
    }
    return { ...last, fault: code === 'unreadable_answer' ? 'INVALID_RESPONSE' : null };
  });
  return { ...found, messageFault };
}

/** The last answer, or the fault in its place. */
function watch(egress: Egress): { egress: Pick<Egress, 'request'>; last(): Asked } {
  let answer: EgressResponse | null = null;
  let fault: unknown = new Error('nothing was asked');
  return {
    egress: {
      async request(request) {
        answer = null;
        try {
          answer = await egress.request(request);
          return answer;
        } catch (error) {
          fault = error;
          throw error;
        }
      },
    },
    last() {
      if (answer === null) throw fault;
      return answer;
    },
  };
}
