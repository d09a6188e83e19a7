// SPDX-License-Identifier: Apache-2.0
/** A review whose approval is signed: with which button, what is sent, and what a person does who cannot sign. */
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { words as answers } from '../../review/words-en.ts';
import { words as answersInPortuguese } from '../../review/words-pt-br.ts';
import { WAITING_EVENT } from '../../stand-in/events.ts';
import { changing, click, idOf, keys, refused, seen } from '../../stand-in/index.ts';
import { APPROVALS, openReview, WAITING_REVIEW } from '../../stand-in/waiting-review.ts';

const REVIEW = { ...WAITING_REVIEW, approvals: { ...APPROVALS, signed: true } };
const KEYS = { items: [{ id: idOf(51), passkeyId: idOf(52), name: 'Laptop' }] };
const CHALLENGE = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8';
const OPTIONS = {
  statement: '{}',
  options: {
    challenge: CHALLENGE,
    timeout: 300_000,
    rpId: 'localhost',
    userVerification: 'required',
    allowCredentials: [],
  },
};

const open = (given: object = {}, options: object = {}) =>
  openReview({
    review: REVIEW,
    answers: { listSigningKeys: KEYS, approvalOptions: OPTIONS, ...given },
    options,
  });
const foot = (words = answers) => page.getByRole('region', { name: words.region });
const approve = () => foot().getByRole('button', { name: answers.signed.approve });

/** The answer of the device that the browser asks. */
const device = (answer: () => Promise<Credential | null>) =>
  vi.spyOn(navigator.credentials, 'get').mockImplementation(answer);
afterEach(() => vi.restoreAllMocks());

const bytes = (text: string) => new TextEncoder().encode(text).buffer;
const SIGNED = {
  id: 'aWQ',
  rawId: bytes('id'),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
  response: {
    clientDataJSON: bytes('client'),
    authenticatorData: bytes('data'),
    signature: bytes('signature'),
    userHandle: null,
  },
} as unknown as Credential;

it('is approved with the keyboard: the passkey signs, and its answer is sent with the note', async () => {
  const asked = device(async () => SIGNED);
  const decided = { ...REVIEW, status: 'APPROVED', canResolve: false } as const;
  const after = { readEventDetail: { event: WAITING_EVENT, review: decided } };
  const service = await open({ approveReview: changing({ review: { status: 'APPROVED' } }, after) });
  await seen(foot().getByText(answers.signed.text));
  await expect.element(approve()).toBeEnabled();
  await foot().getByRole('textbox', { name: answers.note }).fill('Checked.');
  await foot().getByText(answers.signed.text).click();
  await keys('a');
  await keys('{Enter}');
  await seen(foot().getByText(answers.approvedNow));
  expect(asked).toHaveBeenCalledOnce();
  expect(service.last('approveReview')?.body).toMatchObject({
    note: 'Checked.',
    signature: { response: { id: 'aWQ', response: { signature: btoa('signature').replace(/=+$/, '') } } },
  });
});

it('is not approved when nothing was signed, and again when the signature was refused', async () => {
  device(() => Promise.reject(new DOMException('closed', 'NotAllowedError')));
  const service = await open({ approveReview: refused('validation_error', { fields: { signature: 'is over' } }) });
  await click(approve());
  await keys('{Enter}');
  await seen(foot().getByText(answers.notSigned.what));
  expect(service.calls('approveReview')).toEqual([]);
  device(async () => SIGNED);
  await keys('{Enter}');
  await seen(foot().getByText(answers.signatureRefused.what));
  await seen(foot().getByText(answers.signatureRefused.remedy));
});

it('tells a person without a signing key what to do, at the width of a phone, and leaves them the denial', async () => {
  await open({ listSigningKeys: {} }, { language: 'pt-BR', isPhone: true });
  const bar = foot(answersInPortuguese);
  await seen(bar.getByText(answersInPortuguese.signed.noKey));
  const link = bar.getByRole('link', { name: answersInPortuguese.signed.toAccount });
  await expect.element(link).toHaveAttribute('href', '/app/account?part=security');
  await expect.element(bar.getByRole('button', { name: answersInPortuguese.signed.approve })).toBeDisabled();
  await expect.element(bar.getByRole('button', { name: answersInPortuguese.deny, exact: true })).toBeEnabled();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
});
