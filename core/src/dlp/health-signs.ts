/** Signs of one person and of everybody in a sentence, and what they weigh together. */

/** What was seen in one sentence. */
export class Signs {
  words = 0;
  /** 1 for a word that may be a name, 2 for a name, 3 for one with a title, a relation or a second part. */
  name = 0;
  /** 1 for a relative, 2 for "a mãe", 3 for "minha mãe". */
  kin = 0;
  /** 1 for "o aluno", 2 for "nosso aluno". */
  role = 0;
  /** 1 for a single "my", 3 for "tive" and "I was". */
  first = 0;
  /** 1 for an age that may be a limit, 2 for somebody's. */
  age = 0;
  third = 0;
  past = 0;
  tells = 0;
  state = 0;
  /** Begins with what somebody did, and leaves out who: "Relata dor". */
  isElliptic = false;
  /** What somebody says of something else. */
  isQuoted = false;
  charts = 0;
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

  /** How much of one person the sentence tells. */
  someone(): number {
    const telling = Math.min(TELLING_MAX, this.past + this.tells + Math.min(1, this.state));
    const name = this.isQuoted ? 0 : this.name + Math.min(1, Math.max(0, this.third));
    const kin = telling === 0 ? Math.min(this.kin, 1) : this.kin;
    const subject = name + (this.kin > 2 ? 3 : kin) + this.role + this.first + this.age + (this.isElliptic ? 1 : 0);
    return (
      subject +
      (subject > 0 || this.tells > 1 ? telling : Math.min(1, this.tells)) +
      Math.min(CHARTS_MAX, this.charts) +
      Math.min(MEASURES_MAX, 2 * this.measures) +
      (this.isRecord ? RECORD : 0)
    );
  }

  /** How much of it is for everybody. Rules and groups weigh half beside somebody: "she should", "ela e outras". */
  everybody(): number {
    const rules =
      Math.min(READERS_MAX, this.readers) +
      Math.min(RULES_MAX, this.rules) +
      Math.min(GROUPS_MAX, this.groups) +
      Math.min(SHARES_MAX, this.shares);
    return (
      (this.#hasSomebody() ? rules >> 1 : rules) +
      Math.min(BLANKS_MAX, 2 * this.blanks) +
      (this.isItem ? ITEM : 0) +
      (this.isOld ? OLD : 0) +
      (this.isQuestion ? QUESTION : 0)
    );
  }

  #hasSomebody(): boolean {
    if ((this.name > 1 && !this.isQuoted) || this.kin > 1 || this.first > 0) return true;
    return this.isRecord || this.age > 0 || (this.role > 0 && this.past > 0);
  }
}

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
