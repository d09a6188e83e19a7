/**
 * Every regular expression of the scan. They run over short spans only, and a test proves each one linear; all other
 * scanning is written by hand over bytes.
 */

/** An authority that issues identity cards, with its state when that follows. */
export const ISSUER_EXPRESSION =
  /\b(?:SSPDS|SSPDC|SSP|SESPDC|SESP|SESDEC|SEJUSP|SEJSP|SESED|SEDS|SDS|SJS|SJTC|SJ|SPTC|SNJ|SECC|SES|IFP|IIRGD|IIPR|IIMG|IGP|ITEP|ITB|DETRAN|DGPC|DPF|DPT|DIC|PCMG|PCRJ|PCERJ|PC|PM|PMMG|MAER|MEX|MMA|MD|POLITEC|GEJSPC|CNT|OAB|CREA|CRM)\b(?:[ \-/(]{1,3}(?:AC|AL|AM|AP|BA|CE|DF|ES|GO|MA|MG|MS|MT|PA|PB|PE|PI|PR|RJ|RN|RO|RR|RS|SC|SE|SP|TO)\b)?/i;

/** Words that stand where a secret will be filled in. */
export const PLACEHOLDER_EXPRESSION =
  /your|insert|replace|change.?me|example|exemplo|placeholder|redacted|dummy|paste|x{5}|\*{3}|token.?here|key.?here|aqui|\.{3}|<|>|\$\{|\{\{|fake|lorem|sample|abcdef|123456789|undefined|process\.env|secrets?\.|config\.|env\./i;

export const EXPRESSIONS: readonly RegExp[] = [ISSUER_EXPRESSION, PLACEHOLDER_EXPRESSION];
