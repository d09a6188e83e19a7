// SPDX-License-Identifier: Apache-2.0
/** Signs of one person and of the public in a sentence, and their combined weight. */

/** The signs found in one sentence. */
export class Signs {
  words = 0;
  /** 1 for a word that may be a name, 2 for a name, 3 for one with a title, a relation or a second part. */
  name = 0;
  /** 1 for a relative, 2 for "a mãe", 3 for "minha mãe". */
  kin = 0;
  /** 1 for "o aluno", 2 for "nosso aluno" and "aluno tem". */
  role = 0;
  /** 1 for "me", 2 for "my", 3 for "tive" and "I was". */
  first = 0;
  /** 1 for an age that may be a limit, 2 for a person's age. */
  age = 0;
  /** 1 for "him", 2 for "she has". */
  third = 0;
  past = 0;
  tells = 0;
  state = 0;
  /** The sentence begins with a verb and omits its subject: "Relata dor". */
  isElliptic = false;
  /** The sentence quotes a person about something else. */
  isQuoted = false;
  charts = 0;
  /** The sentence is between quotes: the voice of an unknown person. */
  isVoice = false;
  measures = 0;
  isRecord = false;
  readers = 0;
  rules = 0;
  groups = 0;
  shares = 0;
  blanks = 0;
  isItem = false;
  isOld = false;
  isQuestion = false;
  /** In a letter: words for its reader. */
  yous = 0;
  /** "You have", "você teve". */
  isToldOfYou = false;
  isConditional = false;
  /** The sentence lists attendees. */
  isAttendance = false;
  /** The sentence names an attendee of the meeting. */
  isOfAttendee = false;
  /** "One in five": the person who follows is one of many. */
  isOfShare = false;

  /** The evidence of the sentence for one person. @param address its evidence about the addressee */
  someone(address = 0): number {
    const telling = Math.min(this.isVoice ? 1 : TELLING_MAX, this.past + this.tells + Math.min(1, this.state));
    const third = this.isOfShare ? 0 : Math.min(this.isVoice ? 1 : 2, Math.max(0, this.third));
    const named = this.isOfAttendee ? Math.min(1, this.name) : this.name;
    const name = this.isQuoted || this.isAttendance ? 0 : named + third;
    const kin = this.isVoice || (telling === 0 && this.kin < 3) ? Math.min(this.kin, 1) : this.kin;
    const first = this.isVoice ? Math.min(this.first, 1) : this.first;
    const subject = name + kin + this.role + first + this.age + address + (this.isElliptic ? 1 : 0);
    return (
      subject +
      (subject > 0 || this.tells > 1 ? telling : Math.min(1, this.tells)) +
      Math.min(CHARTS_MAX, this.charts) +
      Math.min(MEASURES_MAX, 2 * this.measures) +
      (this.isRecord ? RECORD : 0)
    );
  }

  /**
   * The evidence of the sentence for the public. Rules and groups weigh half beside a person: "she should", "ela e
   * outras".
   */
  everybody(): number {
    const rules =
      Math.min(READERS_MAX, this.readers + (this.#isAddressed() ? 0 : this.yous)) +
      Math.min(RULES_MAX, this.rules) +
      Math.min(GROUPS_MAX, this.groups) +
      Math.min(SHARES_MAX, this.shares);
    return (
      (this.#hasSomebody() ? rules >> 1 : rules) +
      Math.min(BLANKS_MAX, 2 * this.blanks) +
      (this.isItem ? ITEM : 0) +
      (this.isOfShare ? ITEM : 0) +
      (this.isOld ? OLD : 0) +
      (this.isQuestion && this.first < 2 ? QUESTION : 0)
    );
  }

  /** "You told us that you were ill", in a letter; "if you are ill" and "are you ill?" address no particular person. */
  #isAddressed(): boolean {
    return this.yous > 0 && !this.isConditional && !this.isQuestion;
  }

  /** Evidence about the addressee. */
  address(): number {
    if (!this.#isAddressed()) return 0;
    if (this.isToldOfYou) return ADDRESS_TOLD;
    return this.rules + this.groups + this.shares + this.readers > 0 ? 1 : ADDRESS;
  }

  #hasSomebody(): boolean {
    if ((this.name > 1 && !this.isQuoted) || this.kin > 1 || this.first > 0) return true;
    const acts = this.past + this.tells + this.state;
    if (this.#isAddressed() && acts > 0) return true;
    return this.isRecord || this.age > 0 || (this.role + Math.max(0, this.third) > 0 && acts > 0);
  }
}

const ADDRESS = 2;
const ADDRESS_TOLD = 3;
const TELLING_MAX = 2;
const CHARTS_MAX = 2;
const MEASURES_MAX = 4;
const RECORD = 4;
const READERS_MAX = 3;
const RULES_MAX = 2;
const GROUPS_MAX = 4;
const SHARES_MAX = 4;
const BLANKS_MAX = 4;
const ITEM = 4;
const OLD = 3;
const QUESTION = 2;
