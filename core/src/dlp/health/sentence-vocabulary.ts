// SPDX-License-Identifier: Apache-2.0
/**
 * Words about one person, and words about the public or groups. Health words are not among them, so the evidence of a
 * long text does not depend on them.
 */
import { GIVEN_NAMES } from '../lexicon/given-names.ts';
import { wordLookup, wordTables } from '../lexicon/word-table.ts';
import { MEANINGS } from './genre-vocabulary.ts';

/** The possible roles of a word; each is one bit of a set. */
export const SAYS = {
  /** A given name, when it has a capital. */
  NAME: 1 << 0,
  /** The first person: I, my, eu, minha. */
  FIRST: 1 << 1,
  /** Verbs of the first person: tive, tomo, fui. */
  FIRST_TELLS: 1 << 2,
  KIN: 1 << 3,
  /** Employee, aluno, segurada: one person with an article or a name. */
  ROLE: 1 << 4,
  THIRD: 1 << 5,
  /** A verb in the past, about one person. */
  PAST: 1 << 6,
  /** Verbs of a chart or a report: refere, nega, denies. */
  TELLS: 1 << 7,
  /** A word of charts that stands for one patient. */
  CHART: 1 << 8,
  /** A form of address before a name: Sr., Mrs., dona. */
  TITLE: 1 << 9,
  /** Dr., secretário, palestrante: titles of people who treat, speak or govern. */
  OFFICE: 1 << 10,
  ARTICLE: 1 << 11,
  /** Field names of a person: "Paciente: …". */
  FIELD: 1 << 12,
  /** Field names that people share with things: "Nome: …". */
  FIELD_OF_NAME: 1 << 13,
  /** Field names with the number of one person: DOB, MRN. */
  FIELD_OF_NUMBER: 1 << 14,
  /** Measured quantities: PA, FC, HbA1c. */
  MEASURE: 1 << 15,
  YEARS: 1 << 16,
  /** Before or behind an age: the age is a limit, and belongs to no person. */
  LIMIT: 1 << 17,
  /** The reader: you, procure, consulte. */
  READER: 1 << 18,
  /** Rules and possibilities: deve, may, if. */
  RULE: 1 << 19,
  GROUP: 1 << 20,
  /** Begins a numbered part: Art. 3, Questão 2, Ep. 4. */
  ITEM: 1 << 21,
  OR: 1 << 22,
  /** Bed, room: with a number, they stand for the patient there. */
  PLACE: 1 << 23,
  /** Before an age: com 58 anos, aged 40, aos 30. */
  AGED: 1 << 24,
  /** Is, has, tem: no evidence by itself. */
  STATE: 1 << 25,
  /** Segundo, afirmou: before or behind the name of a quoted person. */
  SOURCE: 1 << 26,
  /** In the first line: a story, an examination, a game. */
  STORY: 1 << 27,
  BORN: 1 << 28,
  /** In the first line: a law, a leaflet, a menu. */
  PUBLIC: 1 << 29,
  /** Words about animals that do not fit their owners. */
  ANIMAL: 1 << 30,
  OUR: 1 << 31,
} as const;

/** Names that are too rare or too short for the scan of short texts. In long texts they need their capital. */
const MORE_NAMES =
  'leo max otis ivy ruby jade finn kit lou ned noor nils piet lars anders kofi ngozi priya mei ravi tunde amara ayla ' +
  'dani duda gui gabi nanda beto cadu tonho chico tiao zeca lucca caio bela lurdinha tuca guga nando bel bete';

const KIN =
  'mae pai filho filha irma irmao avo vo vovo tia tio sobrinho sobrinha marido esposa esposo sogra sogro cunhado ' +
  'cunhada neto neta mamae papai namorado namorada noivo noiva primo prima madrinha padrinho companheiro companheira ' +
  'genitor genitora enteado enteada padrasto madrasta mother father son daughter wife husband sister brother mom mum ' +
  'dad grandma grandpa grandmother grandfather aunt uncle nephew niece cousin partner fiance girlfriend boyfriend ' +
  'granny mama papa daddy mommy mummy stepson stepdaughter cacula';
const ROLE =
  'colaborador colaboradora funcionario funcionaria empregado empregada servidor servidora aluno aluna estudante ' +
  'segurado segurada reclamante autor autora recorrente requerente requerido periciado periciada trabalhador ' +
  'trabalhadora motorista operador operadora operario operaria vizinho vizinha colega professora gerente chefe ' +
  'cliente hospede passageiro passageira candidato candidata morador moradora proprietario proprietaria condutor ' +
  'condutora vitima crianca menino menina bebe senhor senhora rapaz moca moco garoto garota idoso idosa puerpera ' +
  'homem mulher usuaria contratante atleta jogador jogadora goleiro goleira porteiro zelador faxineira cozinheira ' +
  'estagiario estagiaria aprendiz associado associada beneficiario beneficiaria titular inquilino inquilina locatario ' +
  'locataria comunicante declarante investigado reu detento educando educanda residente adolescente gestante paciente ' +
  'sindica sindico engenheiro engenheira analista vendedor vendedora policial soldado piloto amigo amiga ' +
  'plantonista aposentado aposentada proponente inscrito inscrita condomino condomina tradutor tradutora rn pcte ' +
  'sobrevivente pensionista soprano cuidadora detenta interna interno caminhoneiro pedreiro eletricista assistida assistido tutelado acolhido acolhida ' +
  'employee student pupil claimant applicant insured driver operator worker patient pt caller customer client guest ' +
  'passenger tenant resident member neighbour neighbor colleague man woman boy girl baby lady gentleman victim ' +
  'plaintiff defendant engineer player goalkeeper officer volunteer coworker teammate roommate housemate candidate ' +
  'newborn infant toddler teenager veteran inmate survivor friend boss landlord landlady appellant petitioner ' +
  'respondent cleaner nanny intern';

const WORDS: readonly [number, string][] = [
  [SAYS.NAME, `${GIVEN_NAMES.replaceAll(',', '')} ${MORE_NAMES}`],
  [SAYS.FIRST, 'eu mim comigo i me my myself mine meu minha meus minhas'],
  [SAYS.OUR, 'our nosso nossa my meu minha'],
  [SAYS.STATE, 'have take use wear need suffer feel ve m s re needs wants uses sees gets vai quer toma precisa anda'],
  [
    SAYS.FIRST_TELLS,
    'fui tive tenho tomo tomei fiz estou tava tou am ando aguento consigo acabei continuo dependo estive adoeci fraturei vomitei sinto senti descobri fiquei comecei operei perdi passei voltei parei ' +
      'acordei precisei sofri sofro faco usei peguei recebi machuquei quebrei vou faltei tratei ' +
      'consegui sou engravidei melhorei piorei desmaiei internei cai',
  ],
  [SAYS.KIN, KIN],
  [SAYS.ROLE, ROLE],
  [SAYS.THIRD, 'ele ela dele dela he she his her him himself herself hers'],
  [
    SAYS.PAST,
    'teve fez foi disse trouxe quis esteve veio deu viu obteve manteve nasceu pos soube caiu estava tinha ' +
      'was had took went came said told felt fell got gave began lost broke wore saw ran left stopped started needed ' +
      'asked called collapsed returned slipped attended lived died wears carries takes knew kept found heard met ' +
      'paid spent woke threw drove slept ate drank fainted vomited had grew sent brought',
  ],
  [SAYS.STATE, 'tem esta ta is has usa toma era faz vive come'],
  [SAYS.SOURCE, 'segundo afirmou declarou avalia explica contesta according conforme'],
  [
    SAYS.STORY,
    'romance capitulo novela cordel peleja poema poesia folheto sinopse sinopses episodio episodios filmes ' +
      'cronica soneto lyrics fable sketch script resenha enredo thriller sitcom trailer gameplay tabletop monologue monologo theatre theater esquete bimestral prova simulado gabarito questao questoes vestibular enem quiz midterm novel chapter screenplay ' +
      'poem ballad synopsis synopses baralho rpg persona scenario scenarios horoscopo horoscope fabula lenda',
  ],
  [
    SAYS.TELLS,
    'refere nega narra convive sofre padece relata relatou contou informa informou queixou alega alegou apresentou apresentava evoluiu ' +
      'evolui deambula consta compareceu recusou aceitou tolerou mantem apresenta chega chegou iniciou retorna retornou ' +
      'permaneceu permanece encontrava encontra hospitalizado hospitalizada segue encaminhado encaminhada internado internada operado operada acamado acamada ' +
      'atendido atendida submetido submetida medicado medicada portador portadora diagnosticado diagnosticada afastado ' +
      'afastada readaptado readaptada denies denied reports reported complains complained presented admitted ' +
      'discharged diagnosed hospitalized hospitalised underwent suffers suffered mobilised mobilized',
  ],
  [
    SAYS.CHART,
    'qp hda hpp hma afebril eupneico eupneica corado corada hidratado hidratada acianotico anicterico normocorado ' +
      'bcnrr mucosas decubito nkda pmh nkma afebrile orientada contactuante lucido lucida hemodinamicamente ' +
      'deambulando debito puncionado puncionada curativo plantao diurese evacuacoes ausculta ' +
      'prostracao colaborativo colaborativa rebaixamento impressao ecogenicidade parenquima topicos ecotextura ' +
      'opacidades hipoecoico achados loquiacao eutrofico pervio pervia flacido indolor tenderness withdrawing ' +
      'impression correlate herniation paraspinal conus facet unremarkable parenchyma mediastinum effusion ' +
      'consolidation osteophytes paracentral mediastino linfonodos osteofitos hipossinal hipersinal protrusao abaulamento ' +
      'foraminal intercorrencias lactantes sorologia reagente subpleurais pod rass cxr uop rvr gtt bmp norepi amio pressors ' +
      'extubated intubated npo serosang atelectasis',
  ],
  [SAYS.TITLE, 'sr sra srta dona seu mr mrs ms miss sir'],
  [
    SAYS.OFFICE,
    'dr dra doutor doutora prof profa professor doctor enf enfermeira enfermeiro secretario ministro ministra prefeito ' +
      'prefeita vereador vereadora deputado deputada senador senadora governador governadora presidente presidenta ' +
      'diretor diretora palestrante moderador moderadora coordenador coordenadora pesquisador pesquisadora santo santa ' +
      'sao san saint st queen king president minister senator mayor governor inspector speaker chair author nurse ' +
      'reitor reitora rua av avenida praca rodovia travessa alameda hospital colegio escola instituto fundacao ' +
      'professora moderator street avenue road school padre madre frei bispo by por',
  ],
  [
    SAYS.ARTICLE,
    'o a do da no na ao pelo pela the this that esse essa este esta his her our nosso nossa seu sua um uma',
  ],
  [
    SAYS.FIELD,
    'paciente aluno aluna estudante segurado segurada colaborador colaboradora empregado empregada funcionario ' +
      'funcionaria beneficiario beneficiaria titular cliente hospede vitima periciado periciada reclamante trabalhador ' +
      'trabalhadora patient student employee insured client claimant member pupil crianca examinado examinada avaliado ' +
      'child swimmer runner camper nadador nadadora acampante corredor corredora avaliada usuario usuaria atleta resident subject display',
  ],
  [SAYS.FIELD_OF_NAME, 'nome name'],
  [
    SAYS.FIELD_OF_NUMBER,
    'dn nasc nascimento dob born mrn prontuario matricula cns idade age apolice rg cpf leito registro atendimento',
  ],
  [
    SAYS.MEASURE,
    'pa fc fr bp hr rr sat sats spo sato t hba hb glicemia glicose glucose creatinina creatinine tsh leucocitos ' +
      'plaquetas hemoglobina ureia colesterol hdl ldl triglicerides potassio sodio lactate lactato imc bmi ciwa ' +
      'glasgow apgar gcs inr psa pcr crp wbc platelets egfr pressao saturando ferritina diurese urine ' +
      'leuc hemoglobin igg igm fev peep',
  ],
  [SAYS.YEARS, 'anos years year yo aninhos aged'],
  [
    SAYS.LIMIT,
    'ate acima maiores maior menores menor mais menos ha por durante entre minima minimo maxima over under least from for ' +
      'between above below up experiencia garantia ago atras older younger mean median media cada every past last in ' +
      'ultimos proximos next after apos depois antes partir abaixo superior inferior within e and',
  ],
  [
    SAYS.READER,
    'voce voces you your yours yourself procure consulte evite tome leve informe avise beba lave deite use mantenha ' +
      'guarde traga escolha peca aplique repita conte converse comprima cubra enrole desligue desconfie pese molhe ' +
      'verifique confira responda descreva cite explique diferencie monte associe assinale tell ask avoid bring ' +
      'please talk let press keep wait call remember consider vacine cuide saiba conheca marque reserve inscreva ' +
      'participe',
  ],
  [
    SAYS.RULE,
    'deve devem devera deverao pode podem podera poderao podendo caso quando sempre should must may might can could ' +
      'shall would will cannot whether if se unless either when whenever podera tera terao sera serao ocorre costuma costumam ' +
      'salvo mediante vedado vedada obrigatorio obrigatoria proibido proibida carencia carencias elegivel elegiveis sujeita ' +
      'sujeitam',
  ],
  [
    SAYS.GROUP,
    'pacientes pessoas gestantes criancas idosos adultos mulheres homens meninas meninos usuarios usuarias ' +
      'trabalhadores alunos casos obitos leitos atendimentos nascidos lactantes lactentes portadores jovens ' +
      'adolescentes familias profissionais equipes transplantados maiores menores participantes residentes todos ' +
      'todas quem qualquer alguem ninguem toda cirurgias medicos medicas medicamentos doencas sintomas ' +
      'vagas candidatos servidores funcionarios colaboradores clientes moradores people patients children adults women ' +
      'men users guests participants members employees persons those everyone anyone somebody someone everybody anybody ' +
      'clients customers students whoever nobody readers nurses doctors drugs medicines symptoms diseases conditions ' +
      'disorders players testers policyholders travellers travelers mothers babies individuals bezerros rebanho gado vacas touros caes gatos filhote ' +
      'filhotes cadelas femeas suinos aves equinos bovinos veterinario veterinaria tutor tutores animal animais cattle herd ' +
      'livestock pets dogs cats puppies kittens vet veterinarian animals',
  ],
  [
    SAYS.ITEM,
    'art artigo paragrafo questao question ep episodio episode capitulo chapter cap exercicio exercise fig ' +
      'inciso pergunta caso case',
  ],
  // These count anywhere in the text.
  [
    SAYS.STORY | SAYS.PUBLIC,
    'ficticio ficticios ficticia ficticias fictional fictitious hypothetical hipotetico hipotetica',
  ],
  [
    SAYS.ANIMAL,
    'canino canina caninos felino felina felinos bovino bovina bovinos equino equina equinos suino suinos veterinario ' +
      'veterinarios veterinaria vet vets veterinary canine feline equine bovine rebanho gado bezerro bezerros cattle herd ' +
      'livestock vermifugo antirrabica cinomose parvovirose tosa cadela cadelas filhote filhotes racao raca castrado ' +
      'castrada spayed neutered puppy puppies kitten kittens paws tutora tutores piometra egua potro vaca vacas ' +
      'labrador labradors labradores retriever poodle shih beagle bulldog terrier spaniel dachshund pinscher siamese ' +
      'siames persa viralata leash litter stifle cruciate coleira focinho petisco petiscos hamster',
  ],
  [SAYS.OR, 'or ou'],
  [
    SAYS.PUBLIC,
    'lei decreto edital portaria resolucao regulamento regimento politica policy manual guia guide cardapio menu tabela ' +
      'catalogo catalogue catalog programa programacao perguntas duvidas faq questions leaflet bula campanha glossario ' +
      'glossary syllabus ementa ensino template modelo terms termos changelog newsletter informativo informe vaga ' +
      'vagas cartilha diretriz rules regras orientacoes instrucoes calendario pesquisa survey museum museu ' +
      'exhibition exposicao abstract background course curso checklist handbook ofertas encarte terminology statistics ' +
      'estatistica epidemiologico vigilancia carencias coberturas cobertura editorial opiniao opinion release exemplo exemplos example examples sample treinamento ' +
      'training simulacao drill playbook macros rfc sheet rotulo circular eventos ' +
      'bibliografia novidades guideline guidelines annual  especificacao ' +
      'specification requirements requisitos roadmap congresso jornada congress conference how como',
  ],
  [SAYS.STATE, 'nao not'],
  [SAYS.AGED, 'com aos tem aged a'],
  [SAYS.BORN, 'nascido nascida born nasceu birth'],
  [SAYS.PLACE, 'quarto leito bed bay enfermaria box apto apartamento casa'],
  [
    SAYS.OFFICE,
    'institute foundation department university plc ltda inc llc eireli epp banco clinica laboratorio hospital prefeitura secretaria associacao',
  ],
];

const bits = new Map<string, number>();
for (const [bit, words] of WORDS) for (const word of words.split(' ')) bits.set(word, (bits.get(word) ?? 0) | bit);

const meanings = new Map<string, number>();
for (const [bit, words] of MEANINGS)
  for (const word of words.split(' ')) {
    meanings.set(word, (meanings.get(word) ?? 0) | bit);
    bits.set(word, bits.get(word) ?? 0);
  }

/** Id of a word here, 0 when it is none. */
export const idOfWord = wordLookup(wordTables([...bits.keys()]));
/** By id: the roles that the word may have, as a bit set. */
export const SAYS_OF_WORD = Int32Array.from([0, ...bits.values()]);
/** By id: the meanings of the word for the type of the text, as a bit set of MEANS. */
export const MEANS_OF_WORD = Int32Array.from([0, ...Array.from(bits.keys(), (word) => meanings.get(word) ?? 0)]);
