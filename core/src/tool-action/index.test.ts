// SPDX-License-Identifier: Apache-2.0
/** Guarantee: an MCP tool's name is decided as its most probable action, the most harmful first. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actionOfTool } from './index.ts';
import { TOOL_RULES } from './table.ts';

describe('actionOfTool', () => {
  it.each([
    // Substrings that delete win over everything.
    ['delete_user', 'DELETE_DATA'],
    ['listAndDeleteFiles', 'DELETE_DATA'],
    ['bulkRemove', 'DELETE_DATA'],
    ['get_dropdown', 'DELETE_DATA'],
    ['revokeAccess', 'DELETE_DATA'],
    ['DEleteUser', 'DELETE_DATA'],
    ['export_deleted_rows', 'DELETE_DATA'],
    // Then substrings that export.
    ['download_report', 'EXPORT_DATA'],
    ['getBackup', 'EXPORT_DATA'],
    ['create_share_link', 'EXPORT_DATA'],
    ['send_and_publish', 'EXPORT_DATA'],
    // Then substrings that send.
    ['send_message', 'SEND_EMAIL'],
    ['gmail.reply', 'SEND_EMAIL'],
    ['slack_post_message', 'SEND_EMAIL'],
    ['chat.postMessage', 'SEND_EMAIL'],
    ['post-message', 'SEND_EMAIL'],
    ['getNotifyTargets', 'SEND_EMAIL'],
    // Then whole words that write.
    ['create_issue', 'WRITE_DATA'],
    ['updateUser', 'WRITE_DATA'],
    ['get_or_create', 'WRITE_DATA'],
    ['execute_sql', 'WRITE_DATA'],
    ['fs/write:file', 'WRITE_DATA'],
    ['grant access', 'WRITE_DATA'],
    ['HTTPPut', 'WRITE_DATA'],
    // Then whole words that read.
    ['get_user', 'READ_DATA'],
    ['listIssues', 'READ_DATA'],
    ['GET', 'READ_DATA'],
    ['crm.contacts.search', 'READ_DATA'],
    ['HTTPServerView', 'READ_DATA'],
    ['mailbox_read', 'READ_DATA'],
    // A word is a whole word.
    ['settings', 'WRITE_DATA'],
    ['getaway', 'WRITE_DATA'],
    ['target_list', 'READ_DATA'],
    // Then mail, then the unknown.
    ['gmail', 'SEND_EMAIL'],
    ['email_address', 'SEND_EMAIL'],
    ['frobnicate', 'WRITE_DATA'],
    ['___', 'WRITE_DATA'],
  ])('%s is %s', (toolName, action) => {
    expect(actionOfTool(toolName)).toBe(action);
  });

  it('holds the decided rules, in their order', () => {
    const [, ownWords] = TOOL_RULES;
    expect(ownWords).toMatchObject({ action: 'DELETE_DATA', match: 'word' });
    const decided = TOOL_RULES.filter((rule) => rule !== ownWords);
    expect(decided.map(({ action, match, terms }) => `${action} ${match} ${terms.join(' ')}`)).toEqual([
      'DELETE_DATA substring delete remove drop destroy purge truncate erase wipe revoke',
      'EXPORT_DATA substring export download dump backup extract upload publish share',
      'SEND_EMAIL substring send reply forward notify post_message',
      'WRITE_DATA word create update insert write set put edit patch upsert add replace grant move merge rename mark ' +
        'execute run',
      'READ_DATA word get list read search find query fetch view describe count lookup show',
      'SEND_EMAIL substring mail',
    ]);
  });

  it.each(TOOL_RULES.flatMap(({ action, terms }) => terms.map((term) => [term, action] as const)))(
    'the word %s alone is %s',
    (term, action) => {
      expect(actionOfTool(term)).toBe(action);
      expect(actionOfTool(term.toUpperCase())).toBe(action);
    },
  );

  it.each([
    'rm',
    'rmdir',
    'rm -rf',
    'unlink_file',
    'killProcess',
    'fs.unlink',
    'git/prune',
    'clear_table',
    'uninstallApp',
  ])('%s deletes', (toolName) => {
    expect(actionOfTool(toolName)).toBe('DELETE_DATA');
  });

  // Every decided word keeps its result beside a word that holds an added one without being it.
  it.each([
    ['get_skills', 'READ_DATA'],
    ['list_farms', 'READ_DATA'],
    ['search_clearances', 'READ_DATA'],
    ['read_formatted', 'READ_DATA'],
    ['update_presets', 'WRITE_DATA'],
    ['confirm', 'WRITE_DATA'],
  ])('%s is still %s', (toolName, action) => {
    expect(actionOfTool(toolName)).toBe(action);
  });

  it.each([
    ['a soft hyphen', 'del\u00adete_user'],
    ['a zero-width space', 'get\u200b_user'],
    ['a full-width letter', 'ｄelete_user'],
    ['a Cyrillic letter', 'dеlete_user'],
    ['another script', '日本語'],
    ['an accent', 'lire_données'],
    ['a control character', 'get\u0007user'],
    ['a line end', 'get_user\n'],
    ['an override of the direction', 'get_\u202euser'],
    ['an emoji', 'get_🙂'],
  ])('takes a name with %s for the strictest action', (_what, toolName) => {
    expect(actionOfTool(toolName)).toBe('DELETE_DATA');
  });

  it('never takes a name that deletes for a harmless one, however the word is dressed', () => {
    const around = fc.string({ unit: fc.constantFrom('a', 'Z', '_', '-', '.', '/', ':', ' ', '9', 'get', 'Read') });
    fc.assert(
      fc.property(around, fc.mixedCase(fc.constantFrom('delete', 'wipe')), around, (before, word, after) => {
        expect(actionOfTool(before + word + after)).toBe('DELETE_DATA');
      }),
    );
  });
});
