export const words = {
  title: 'Try an action',
  lead: 'Records nothing.',
  form: 'The action',
  act: 'Try it',
  answer: 'The answer',
  noneTitle: 'Nothing tried yet',
  noneText: 'Say what an agent would ask for. Today’s policies decide, and every step is shown here.',
  wouldBe: 'The agent would be told',
  assumed: 'Taken as found, as you said; nothing was scanned.',
  approvers: (roles: string) => `Who could answer it: ${roles}.`,
  wrong: 'This action cannot be tried',
};
