// SPDX-License-Identifier: Apache-2.0
/** The link from a chat: whom it makes whom, in names that anybody may choose, and its end. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { click, openApp, PERSON, refused, seen } from '../../stand-in/index.ts';
import { words } from './words-pt-br.ts';

const LINK = `/chat-link#token=${'A'.repeat(43)}`;

/** Terms and what they say, in one line each. */
const facts = () =>
  [...document.querySelectorAll('dl > div')].map((fact) => [
    fact.querySelector('dt')?.innerText,
    ...[...fact.querySelectorAll('bdi')].map((part) => part.innerText.trim()),
  ]);

it('shows hostile names as text beside the ids, on a phone, and says that the link has lapsed', async () => {
  const hostile = `<img src=x>\ufffd${'Olivia'.repeat(11)}…`;
  const service = await openApp(
    LINK,
    {
      readChatLink: {
        chatUser: 'U0000EVIL',
        chatUserName: hostile,
        chatTeam: 'T1DC2JH3J',
        chatTeamName: '\u05d0\u05d1\u05d2 acme',
        organization: { name: 'Acme' },
        integration: { name: 'Slack' },
        person: { ...PERSON, role: 'OWNER' },
      },
      confirmChatLink: refused('not_found'),
    },
    { isPhone: true, language: 'pt-BR' },
  );
  await seen(page.getByText(words.warning));
  await expect.poll(facts).toEqual([
    [words.facts.user, hostile, 'U0000EVIL'],
    [words.facts.team, '\u05d0\u05d1\u05d2 acme', 'T1DC2JH3J'],
    [words.facts.organization, 'Acme', words.facts.through('Slack')],
    [words.facts.person, PERSON.name, `${PERSON.email}, Proprietário`],
  ]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  expect(service.calls('confirmChatLink')).toEqual([]);
  await click(page.getByRole('button', { name: words.confirm }));
  await seen(page.getByRole('heading', { name: words.overHeading }));
});
