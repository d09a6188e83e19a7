// SPDX-License-Identifier: Apache-2.0
/** Slack's Web API on a socket, which all files of a worker share, as is the process that calls it. */
import { type Answering, startUpstream, type Upstream } from '../upstream/index.ts';

let shared: Promise<Upstream> | undefined;
let answer: Answering;

export async function sharedSlack(): Promise<Upstream> {
  shared ??= startUpstream((...call) => answer(...call));
  return await shared;
}

export const slackApiOf = ({ url }: Upstream): string => `${url}/api`;

/** Microsoft's services for bots, on the same socket. */
export const teamsOf = ({ url }: Upstream) => ({
  login: `${url}/login`,
  connector: `${url}/teams`,
  metadata: `${url}/v1/.well-known/openidconfiguration`,
});

/** From now on. */
export function answerAsSlack(by: Answering): void {
  answer = by;
}
