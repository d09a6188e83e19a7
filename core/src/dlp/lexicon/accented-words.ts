// SPDX-License-Identifier: Apache-2.0
/**
 * Known words of Portuguese as they are spelled, with their accents. Other lists know them without. A text whose
 * accents were lost shows only a sign in their places, and these words tell the letters.
 */
export const WORDS_WITH_ACCENTS: readonly string[] = (
  'cartão cartões crédito débito número números código códigos cód nº titular válido válida até segurança ' +
  'habilitação condução permissão carteira órgão emissão cédula físico física físicas jurídico jurídica jurídicas ' +
  'razão identificação inscrição cadastro título aleatória aleatório endereço endereços endereçamento logradouro ' +
  'praça município condomínio edifício chácara sítio são convênio área telefônica telefônico ligação ligações ' +
  'plantão secundário secundária secundários comunicação usuário usuária usuários próprio própria mãe irmão irmã ' +
  'autenticação autorização integração produção acesso segredo credencial público pública bancário bancária ' +
  'agência transação transações cobrança devolução referência protocolo solicitação instalação apólice ' +
  'patrimônio matrícula certidão série versão código postal recepção diagnóstico diagnósticos hipótese doença ' +
  'doenças saúde gestação grávida gravidez pressão exame exames laboratório laudo prescrição medicação medicações ' +
  'alergia alérgico alérgica cirurgia cirúrgico cirúrgica biópsia hemodiálise quimioterapia psiquiátrico ' +
  'psiquiátrica depressão ansiedade hipertensão câncer sífilis hepatite tuberculose pneumonia epilepsia ' +
  'deficiência transtorno bipolar esquizofrenia obesidade clínico clínica clínicas médico médica médicos prontuário ' +
  'receituário atestado internação internado evolução vacinação sanguíneo sanguínea nutrição fonoaudiológico ' +
  'psicólogo psicóloga pré infecção lesão tumor nódulo óbito pediátrico neurológico ortopédico cardíaco cardíaca ' +
  'insuficiência arritmia infarto pulmão fígado crônico crônica síndrome autismo hérnia úlcera fratura sintomático ' +
  'remédio remédios comprimido injeção insulina colesterol glicêmico hemoglobina anêmico convulsão dependência ' +
  'química químico alcoólatra reabilitação terapêutico terapêutica terapêuticas observação observações descrição ' +
  'contribuinte chave código endereçamento português válidas índice única único operação operações histórico ' +
  'relatório orçamento cliente beneficiário beneficiária favorecido recebedor pagador portador portão contábil ' +
  'financeiro responsável sócio sócia cônjuge dependente funcionário funcionária secretário sócios'
)
  .split(' ')
  .filter((word) => [...word].some((letter) => letter > 'z'));
