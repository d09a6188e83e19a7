// SPDX-License-Identifier: Apache-2.0
/**
 * Access tokens of bots, by OAuth 2.0 client credentials at the bot's tenant ("Authentication with the Bot Connector
 * API": Bot to Connector). They are in memory only, and dropped when the connector refuses one.
 */
import { LRUCache } from 'lru-cache';
import { textIn } from '../answers.ts';
import { BOT_TOKEN_LIFE_MS_MAX, BOT_TOKEN_MARGIN_MS, BOT_TOKENS_MAX } from '../limits.ts';
import { type Caller, type Calling, type CallResult, callOnce, UNREADABLE } from '../slack-calls.ts';
import type { TargetOf } from '../target.ts';

type Bot = Pick<TargetOf<'TEAMS'>, 'appId' | 'tenantId' | 'clientSecret'>;

export interface BotTokens {
  /** A refusal here sent nothing to the connector. */
  get(calling: Calling, bot: Bot, caller: Caller): Promise<CallResult<string>>;
  drop(bot: Bot, caller: Caller): void;
}

interface Kept {
  token: string;
  endsAtMs: number;
}

/** RFC 6750, section 2.1: the characters behind `Bearer`. */
const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;

export function createBotTokens(login: string): BotTokens {
  const kept = new LRUCache<string, Kept>({ max: BOT_TOKENS_MAX });
  // Another secret is another bot, and no organization uses the token of another.
  const nameOf = ({ appId, tenantId, clientSecret }: Bot, { owner }: Caller) =>
    JSON.stringify([owner, tenantId, appId, clientSecret]);
  return {
    async get(calling, bot, caller) {
      const name = nameOf(bot, caller);
      const nowMs = calling.pool.clock.nowMs();
      const known = kept.get(name);
      if (known !== undefined && nowMs < known.endsAtMs) return { outcome: 'done', answer: known.token };
      const asked = await ask(calling, login, bot, caller);
      if (asked.outcome !== 'done') return asked;
      const lifeMs = Math.min(asked.answer.lifeMs, BOT_TOKEN_LIFE_MS_MAX);
      kept.set(name, { token: asked.answer.token, endsAtMs: nowMs + lifeMs - BOT_TOKEN_MARGIN_MS });
      return { outcome: 'done', answer: asked.answer.token };
    },
    drop: (bot, caller) => kept.delete(nameOf(bot, caller)),
  };
}

async function ask(
  calling: Calling,
  login: string,
  { appId, tenantId, clientSecret }: Bot,
  caller: Caller,
): Promise<CallResult<{ token: string; lifeMs: number }>> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: appId,
    client_secret: clientSecret,
    scope: 'https://api.botframework.com/.default',
  });
  const result = await callOnce(calling, {
    method: 'POST',
    url: `${login}/${tenantId}/oauth2/v2.0/token`,
    headers: { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
    ...caller,
  });
  if (result.outcome !== 'done') {
    // A wrong secret is a 401, a wrong id or tenant a 400: people mend all three at the same fields.
    const isClient = /^status_40[013]$/.test(result.code);
    return { ...result, outcome: 'refused', code: isClient ? 'status_401' : result.code };
  }
  return tokenIn(result.answer) ?? { ...UNREADABLE, outcome: 'refused' };
}

function tokenIn(text: string): { outcome: 'done'; answer: { token: string; lifeMs: number } } | null {
  try {
    const answer: unknown = JSON.parse(text);
    const { access_token: token } = answer as { access_token?: unknown };
    const seconds = Number(textIn(answer, 'expires_in'));
    if (typeof token !== 'string' || token.length > 10_000 || !TOKEN.test(token) || !(seconds > 0)) return null;
    return { outcome: 'done', answer: { token, lifeMs: seconds * 1_000 } };
  } catch {
    return null;
  }
}
