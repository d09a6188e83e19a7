// SPDX-License-Identifier: Apache-2.0
export const words = {
  title: 'Link a chat user',
  heading: 'Is this you in the chat?',
  lead: 'You get this link when you press a button of a review in the chat for the first time.',
  warning: 'Did you press it yourself, a moment ago?',
  warningRemedy:
    'If you confirm, whoever received this link in the chat answers reviews as you. If someone sent it to you, close ' +
    'this page.',
  facts: {
    user: 'User of the chat',
    team: 'Workspace',
    organization: 'Answers reviews of',
    through: (integration: string) => `through ${integration}`,
    person: 'Linked to',
  },
  namesNote: 'The chat gave the names, and its users choose them: the ids are what counts.',
  confirm: 'Yes, link my chat user',
  confirming: 'Linking',
  signInFirst: 'Sign in first. Then confirm that it is you.',
  signIn: 'Sign in',
  doneHeading: 'Your chat user is linked',
  done: (user: string, team: string, integration: string, organization: string) =>
    `${user} of the workspace ${team} is you in ${integration}, for ${organization}. Now press in the chat again.`,
  links: 'See your chat users',
  overHeading: 'This link was used, has expired, or is not for you',
  overLead: 'It works once, for 15 minutes, and for members of the organization. Press in the chat again for another.',
};
