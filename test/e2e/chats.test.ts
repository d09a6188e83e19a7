/** Chats in the app: an owner chooses and tries one, and a person links the user of a chat, and unlinks it. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME } from '#harness/service';
import { PEOPLE } from '#harness/service/sessions.ts';
import {
  answerNext,
  ask,
  askForLink,
  deliver,
  ephemeral,
  ofSlack,
  postId,
  press,
  send,
  signed,
  sql,
  startSlackService,
  statusOf,
  stopSlackService,
  useChat,
} from '#harness/slack';
import { openPage, signIn, startBrowser } from './browser.ts';

const PHONE = { width: 390, height: 844 };

let browser: Browser;
beforeAll(async () => {
  [browser] = await Promise.all([startBrowser(), startSlackService()]);
});
afterAll(() => Promise.all([browser?.close(), stopSlackService()]));

const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save notifications' }).click();
  await page.getByText('Notifications are saved.').first().waitFor();
};

it('shows the chosen chat, tries it, and saves who is told of what', async () => {
  const { service } = ofSlack();
  const tickets = { kind: 'TICKET', url: `${service.baseUrl}/tickets`, bodyTemplate: '{}' };
  await useChat({ name: 'tickets', ...tickets }, 'ticketIntegrationId');
  const { page, context, problems } = await openPage(browser, service);
  await signIn(page, PEOPLE.owner, '/app/notifications');
  const chat = page.getByLabel('Chat', { exact: true });
  await chat.waitFor();
  expect(await chat.inputValue()).not.toBe('');
  await page.getByRole('button', { name: 'Check tickets' }).click();
  await page.getByText(/answered 404/).waitFor();
  await page.getByLabel('Ticket system').selectOption('Nowhere');

  await page.getByRole('group', { name: 'A review is waiting' }).getByLabel('Member').uncheck();
  await page.getByLabel('Mails about reviews and anomalies').selectOption('yes');
  await page.getByLabel('Pass it on').selectOption('50');
  await page.getByRole('group', { name: 'To', exact: true }).getByLabel('Owner').uncheck();
  await page.getByLabel('Until').fill('22:00');
  await page.getByText('6 changes, not saved').waitFor();
  await page.getByRole('button', { name: 'Save notifications' }).click();
  await page.getByText('Choose at least one role.').waitFor();
  await page.getByRole('group', { name: 'To', exact: true }).getByLabel('Admin').check();
  await page.getByRole('button', { name: 'Save notifications' }).click();
  await page.getByText('The hours must end at another time than they begin.').waitFor();
  await page.getByLabel('Until').fill('07:00');
  await save(page);
  const stored = await ofSlack().owner.call<Record<string, unknown>>('/notifications');
  expect(stored.body).toMatchObject({
    mails: { reviewPending: ['OWNER', 'ADMIN'] },
    ticketIntegrationId: null,
    quietHours: { from: '22:00', until: '07:00' },
    escalation: { afterPercent: 50, roles: ['ADMIN'], chatIntegrationId: null },
  });
  expect(problems).toEqual([]);
  await context.close();
});

/** Terms and what they say, in one line each. */
async function factsOf(page: Page): Promise<string[][]> {
  await page.locator('dl > div').nth(3).waitFor();
  const facts = await page.locator('dl > div').all();
  const line = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  return await Promise.all(
    facts.map(async (fact) => [
      await fact.locator('dt').innerText(),
      line((await fact.locator('bdi').allInnerTexts()).join(' ')),
    ]),
  );
}

it('links the user of a chat after the sign-in and a press, and unlinks it', async () => {
  const { page, context, problems } = await openPage(browser, ofSlack().service);
  const id = await ask();
  await send();
  await deliver(signed(press('svc_approve', await postId())));
  const token = /#token=([\w-]+)/.exec(await ephemeral())?.[1] ?? '';
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto(`/app/chat-link#token=${token}`);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.locator('input[name=email]').fill(PEOPLE.admin);
  await page.locator('input[name=password]').fill('correct horse battery');
  await page.keyboard.press('Enter');
  await page.getByText('Did you press it yourself, a moment ago?').waitFor();
  expect(await factsOf(page)).toEqual([
    ['User of the chat', 'roadrunner U2CERLKJA'],
    ['Workspace', 'testteamnow T1DC2JH3J'],
    ['Answers reviews of', expect.stringMatching(new RegExp(`^${ACME} through `))],
    ['Linked to', `admin person ${PEOPLE.admin}, Admin`],
  ]);
  expect(await sql('SELECT id FROM svc.chat_links')).toEqual([]);
  await page.getByRole('button', { name: 'Yes, link my chat user' }).click();
  await page.getByRole('heading', { name: 'Your chat user is linked' }).waitFor();
  expect(addresses.filter((address) => address.includes(token) && !address.includes('#'))).toEqual([]);

  await deliver(signed(press('svc_approve', await postId())));
  expect(await statusOf(id)).toBe('APPROVED');
  await page.getByRole('link', { name: 'See your chat users' }).click();
  await page.getByText('U2CERLKJA of T1DC2JH3J').waitFor();
  await page.getByRole('button', { name: 'Unlink U2CERLKJA' }).click();
  await page.getByText('No chat user is linked to you').waitFor();
  await page.goto(`/app/chat-link#token=${token}`);
  await page.getByRole('heading', { name: 'This link was used, has expired, or is not for you' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('whose message is refused for good is marked, says how to mend it, and is not marked after the next one', async () => {
  const { service } = ofSlack();
  // An earlier review may still be due, and would take the answer.
  await send();
  answerNext({ error: 'not_in_channel' });
  await ask();
  await send();
  const { page, context, problems } = await openPage(browser, service);
  await signIn(page, PEOPLE.owner, '/app/integrations');
  await page.getByText('Messages fail').click();
  const drawer = page.locator('[data-drawer]');
  await drawer.getByText(/^The last message did not arrive: /).waitFor();
  await drawer.getByText('The app is not in the channel. Invite it there.').waitFor();
  await ask();
  await send();
  await page.goto('/app/integrations');
  await page.getByRole('row', { name: /Slack/ }).waitFor();
  expect(await page.getByText('Messages fail').count()).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
});

it('is tried at a press, which says how to mend it, and written to after a question', async () => {
  const { service } = ofSlack();
  const { page, context, problems } = await openPage(browser, service);
  await signIn(page, PEOPLE.owner, '/app/integrations?kind=CHAT_WEBHOOK');
  const drawer = page.locator('[data-drawer]');
  await page.getByRole('row', { name: /Slack/ }).getByRole('link').click();
  const test = drawer.getByRole('button', { name: 'Test connection' });
  await test.click();
  await drawer.getByText('It can be reached.').waitFor();
  answerNext('ok', { error: 'channel_not_found' });
  await test.click();
  await drawer.getByText(/^Slack does not find the channel, or it is archived\./).waitFor();
  const { messages } = ofSlack();
  const before = messages.length;
  await drawer.getByRole('button', { name: 'Send a test message' }).click();
  await page.getByText('Everyone in the channel sees it.', { exact: false }).waitFor();
  expect(messages).toHaveLength(before);
  await page.getByRole('dialog').getByRole('button', { name: 'Send a test message' }).click();
  await drawer.getByText('It can be reached.').waitFor();
  expect(messages).toHaveLength(before + 1);

  await page.goto('/app/integrations?kind=TICKET');
  await page
    .getByRole('row', { name: /Ticket system/ })
    .getByRole('link')
    .click();
  await drawer.getByRole('button', { name: 'Open a test ticket' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Open a test ticket' }).click();
  // The stand-in of a ticket system has no such address.
  await drawer.getByText('Nothing takes messages at the address any more. Put in a new one.').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('shows hostile names as text beside the ids, at the width of a phone, in Portuguese', async () => {
  const { page, context, problems } = await openPage(browser, ofSlack().service, { viewport: PHONE, locale: 'pt-BR' });
  await ask();
  await send();
  const payload = {
    ...press('svc_approve', await postId(), 'U0000EVIL'),
    user: { id: 'U0000EVIL', username: `<img src=x>\u202e${'Olivia'.repeat(20)}` },
    team: { id: 'T1DC2JH3J', domain: '\u05d0\u05d1\u05d2 acme' },
  };
  const token = await askForLink(payload);
  await signIn(page, PEOPLE.owner, '/app/reviews');
  await page.goto(`/app/chat-link#token=${token}`);
  await page.getByText('Foi você quem apertou, agora há pouco?').waitFor();
  expect(await factsOf(page)).toEqual([
    ['Usuário do chat', expect.stringMatching(/^<img src=x>\ufffdOlivia.*… U0000EVIL$/)],
    ['Workspace', '\u05d0\u05d1\u05d2 acme T1DC2JH3J'],
    ['Responde revisões de', expect.stringMatching(new RegExp(`^${ACME} por `))],
    ['Vinculado a', `Olivia Owner ${PEOPLE.owner}, Proprietário`],
  ]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
  // The link lapses while the page is open.
  await sql('UPDATE svc.chat_link_requests SET expires_at = now()');
  await page.getByRole('button', { name: 'Sim, vincular meu usuário' }).click();
  await page.getByRole('heading', { name: 'Este link já foi usado, expirou ou não é para você' }).waitFor();
  expect(await sql(`SELECT id FROM svc.chat_links WHERE chat_user = 'U0000EVIL'`)).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});
