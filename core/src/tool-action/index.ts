// SPDX-License-Identifier: Apache-2.0
/** Owns the mapping of an MCP tool's name to the event action that is decided. It never looks at arguments. */
import type { EventAction } from '@svc/contract';
import { TOOL_RULES, type ToolRule, UNKNOWN_TOOL_ACTION } from './table.ts';

/** The event action of a tool, by the first rule of the table that matches its name. */
export function actionOfTool(toolName: string): EventAction {
  if (!PRINTABLE_ASCII.test(toolName)) return STRICTEST_ACTION;
  const words = wordsOf(toolName);
  const name: ToolName = { words, joined: words.join('_'), unsplit: toolName.toLowerCase() };
  return TOOL_RULES.find((rule) => ruleMatches(rule, name))?.action ?? UNKNOWN_TOOL_ACTION;
}

/** A letter from elsewhere, or one that is not seen, hides a word: a name with any is judged as the worst. */
const PRINTABLE_ASCII = /^[ -~]*$/;
const STRICTEST_ACTION: EventAction = 'DELETE_DATA';

interface ToolName {
  readonly words: readonly string[];
  /** The words with one underscore between them: `postMessage` and `post.message` are `post_message`. */
  readonly joined: string;
  /** The name as written, in lower case: letter case alone must not hide a word (`DEleteUser`). */
  readonly unsplit: string;
}

function ruleMatches(rule: ToolRule, name: ToolName): boolean {
  if (rule.match === 'word') return rule.terms.some((term) => name.words.includes(term));
  return rule.terms.some((term) => name.joined.includes(term) || name.unsplit.includes(term));
}

/** Words end at `_ - . / :`, at white space, and where the letter case changes (`getUser`, `HTTPServer`). */
function wordsOf(toolName: string): string[] {
  return toolName
    .replace(/([\p{Ll}\p{Nd}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[\s_\-./:]+/u)
    .filter((word) => word !== '');
}
