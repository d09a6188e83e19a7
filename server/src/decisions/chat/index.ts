// SPDX-License-Identifier: Apache-2.0
/**
 * Owns reviews in chats and ticket systems: messages that follow their review, signed presses, and tickets. It
 * refuses to know how a review is made, and whether one may be resolved.
 */
export { type Chat, createChat, SLACK_API } from './create-chat.ts';
export { failureOf } from './message-fault.ts';
export { readChatLanguage } from './review-facts.ts';
export { slackAnswerOf } from './slack-calls.ts';
export { trySystem } from './systems.ts';
export { targetOf } from './target.ts';
export {
  BOT_FRAMEWORK,
  type BotFrameworkAddresses,
  createBotFramework,
} from './teams/bot-framework.ts';
export { testSentence, testText, testValues } from './test-message.ts';
export { filledTemplate } from './ticket.ts';
