// SPDX-License-Identifier: Apache-2.0
/**
 * Figures of speech. A project can be in intensive care, a relationship fractured and a market paralysed. A health word
 * that describes such a noun concerns no person.
 */
import type { VocabularyLine } from './entry.ts';
import { LABEL, maskOf } from './label.ts';

export const HEALTH_FIGURES: readonly VocabularyLine[] = [
  {
    // Nouns that fall ill in a figure of speech only. Right behind a health word, or as its subject, they cancel its
    // weight.
    labels: maskOf(LABEL.FIGURATIVE),
    phrases:
      'projeto(s|), reputacao, versao, versoes, relacao, relacoes, socios, confianca, gestao, economia, ' +
      'mercado(s|), governanca, burocracia, democracia, corrupcao, inflacao, orcamento, orcamentos, codigo(s|), ' +
      'software, planilha(s|), imposto(s|), despesas, vendas, estoque, release(s|), deploy, feature(s|), backlog, ' +
      'sprint, ideia(s|), contas publicas, motor, infraestrutura, banco de dados, dados, varejo, selecao, ' +
      'serie(s|), filme(s|), amor, saudade, paixao, felicidade, otimismo, odio, culpa, consciencia, debate, ' +
      'democratica, deliberada, estrategica, gerencial, decisoria, fiscal, tributaria, tributario, moral, ' +
      'juridica, juridico, seletiva, startup(s|), credibilidade, ecossistema, parceria, amizade, sociedade, likes, ' +
      'project(s|), reputation, relationship, trust, economy, market(s|), governance, democracy, product(s|), ' +
      'codebase, code, roadmap, spreadsheet(s|), budget(s|), portfolio, conscience, nation, team spirit, ' +
      'supply chain, paperwork, bureaucracy, small talk, spoilers, negocio, negocios, cachorr(o|a|os|as), cao, ' +
      'caes, gato, gatos, gata, gatas, cadela(s|), filhote(s|), rebanho(s|), gado, bezerro(s|), vaca(s|), ' +
      'egua(s|), cavalo(s|), potro(s|), frango(s|), aves, porco(s|), suinos, equinos, bovinos, canin(o|a|os|as), ' +
      'felin(o|a|os|as), bovin(o|a), equin(o|a), suin(o|a), aviari(o|a), aftosa, dog, dogs, puppy, puppies, ' +
      'kitten, kittens, cats, horse, horses, cattle, cows, canine, feline, equine, bovine, avian, swine, crane, ' +
      'merger, deal, talks, negotiations, fusao, acordo, negociacao, negociacoes, boredom, tedio, mau humor, ' +
      'preguica, ciume, ciumes, monotonia, fracasso, solda, soldas, concreto, asfalto, tubulacao, agronomic(o|a), ' +
      'agricola, florestal, contabil, tarifari(o|a), salarial, monetari(o|a), diplomatic(o|a), estrutural, ' +
      '(da|na|a) logo, logomarca, logotipo, banda(s|), bloco, torneio, album, single, onboarding, workflow, checkout, funnel, funil, backend, frontend, ambiente(s|), servico(s|), nobreak(s|), gerador(es|), transformador(es|), impressora(s|), tablet(s|), camera(s|), ' +
      'torneira(s|), geladeira, freezer, ar condicionado, microfone, projetor, cafeteira, maquina(s|), equipamento(s|), ' +
      'digital, digitais, time, times, equipe, empresa(s|), marca(s|), clube, modem, modens, elevador(es|), ' +
      'notebook(s|), computador(es|), celular(es|), aparelho(s|), aplicativo(s|), app, apps, site(s|), portal, ' +
      'wifi, internet, carro(s|), moto(s|), caminhao, caminhoes, onibus, trator(es|), bateria(s|), robo(s|), ' +
      'printer, laptop(s|), phone battery, website, car, engine, team, company, brand, ' +
      'hidraulic(o|a), tropical, geografic(o|a), artistic(o|a), literari(o|a), coalition, coalizao, oposicao, ' +
      'torcida, bilheteria, cadeia de suprimentos, cadeia produtiva, industria, cenario, fluxo de caixa, ' +
      'bug(s|), monolith, monolito, legado, transito, sales, churn, revenue, industry, inbox, traffic, connection pool, dashboard(s|)',
  },
  {
    // Souls, walls and other things that break, burn or go blind.
    labels: maskOf(LABEL.FIGURATIVE),
    phrases:
      'alma(s|), espiritual, espirituais, ideologic(o|a), institucional, pib, crescimento, oferta, prefeitura, congresso nacional, ' +
      'muro(s|), parede(s|), poste(s|), laje, telhado, esquadria, junta de dilatacao, peca (metalica|de metal|de roupa), tampo, ' +
      '(esse|este|que) tempo, clima, cafe(s|) especiais, elenco, vestiario, campeonato, economy of, server, servers, ' +
      'estatua, violao, guitarra, corda(s|), alto falante, caixa de som, rocha(s|), bureta, pipeta, proveta, muda(s|) de',
  },
  {
    // Whole idioms, which replace the health word inside them.
    labels: maskOf(LABEL.FIGURATIVE),
    phrases:
      '(me|nos|te) (da|dao|dava|davam) (enxaqueca|ansiedade|urticaria|nausea|gastrite|ulcera|azia|convulsao|depressao), ' +
      '(furo|flange|ponto|voo|teste|duplo|ensaio|rebite|poco|porca|fe|obediencia|confianca) ceg(o|a), capsula(s|) do tempo, ' +
      'a taste of (your|his|her|their|its|our|my) own medicine, fever pitch, medicine ball(s|), insomnia rest, chill pill(s), (poison|bitter) pill(s|), nav pills, ' +
      'not (exactly|) brain surgery, isn t (exactly|) brain surgery, brain surgery it is not, ' +
      '(nearly|almost) (had|has|have|gave) (a|an|me a|me an|him a|her a) (heart attack|stroke|panic attack|seizure|aneurysm|breakdown), about to have (a|an) (heart attack|stroke|aneurysm), ' +
      '(cegueira|surdez|paralisia|cura|doenca|doencas|ferida|feridas|febre|anemia|cancer) (da|do|de|das) (alma|almas|coracao|espirito|fe|sociedade|povo|mundo|brasil|nacao|corrupcao|futebol|congresso|governo|camara|senado|capitalismo), ' +
      '(cegueira|surdez|paralisia|anemia|esquizofrenia|febre|cancer|amnesia|miopia) (espiritual|moral|ideologica|politica|coletiva|social|institucional|economica|administrativa|seletiva|intelectual|decisoria|estrategica|generalizada|cultural|religiosa|partidaria), ' +
      '(virou|vira|virar|virando|virou se|foi|deu|dando|e|que|tremenda|baita|muita) (uma |)dor de cabeca, (virou|vira|virar|foi) uma dor de cabeca, ' +
      '(saiu|sair|tirou|tirar|tira) da uti e respira, (clube|time|santos|vasco|flamengo|palmeiras|corinthians|cruzeiro|gremio|botafogo|sport|bahia|vitoria|fluminense|inter) (saiu da|esta na|segue na|na|entrou na) uti, ' +
      '(amor|teste|tiro|voo|no|beco|ponto|duplo|duelo|encontro|fe|faca|tesoura|confianca|obediencia) ceg(o|a|os|as), ' +
      'blind (taste|tasting|date|dates|test|trial|faith|review|copy|spot|spots|auction|alley|folded|box|audition|trust|side|drop), ' +
      'double blind, (turn|turned|turning|turns) a (blind|deaf), colou blind, cabin fever, spring fever, fever (pitch|dream|tree), gold fever, ' +
      'torn (between|ticket|tickets|page|pages|paper|apart|label|poster), doente imaginario, paciente ingles, the great depression, great depression, ' +
      'depression in the (carpet|soil|ground|road|surface|mattress|lawn|metal), (colica|colicas|dor de barriga) de (tanto |)(rir|riso), ' +
      '(parto|parto dificil|gestacao|cirurgia) (esse|essa|este|esta) (relatorio|projeto|planilha|site|trabalho|tcc|contrato|mudanca|reforma), ' +
      'foi um parto (pra|para|achar|conseguir|fechar|tirar|resolver), capsula do tempo, tea (with|party|towel|time|set|room|house|bag|bags|shop), (cup|pot) of tea, ' +
      '(mri|x ray|xray|ultrasound|ct|dialysis|cpap|ecg) (machine|machines|scanner|scanners|room|invoice|equipment|vendor|suite|software|technician|tech|tube|tubes), ' +
      'x ray of the (weld|pipe|welds|painting|bridge|casting|sector|market|company|suitcase|bag), x ray vision, ' +
      '(raio x|radiografia|tomografia|diagnostico|ressonancia) (do|da|de|das|dos) (setor|gestao|mercado|empresa|empresas|crise|varejo|governo|economia|bairro|bairros|campanha|eleicao|solda|obra|solo|rocha|rochas|quadro|mala|bagagem|violao|corda|elenco|clube|time|transporte|educacao|agronegocio), ' +
      'tomografia computadorizada de (rocha|rochas|solo|madeira|mumia|fossil|fosseis), ' +
      'tecnic(o|a) (de|em) (raio x|radiologia|protese|proteses|saude bucal|ressonancia|gesso), (em frente|perto|ao lado|atras|na frente|esquina|proximo) (ao|do|da|de) (pronto socorro|hospital|clinica|maternidade|farmacia|uti), ' +
      'aparelho(s|) de (raio x|ressonancia|ultrassom|tomografia|hemodialise), cancer leo, leo and virgo, leo e virgem, quarto de cancer, (peca|pecas) de xadrez, ' +
      'beco e cego, (distensao|tensao) do (arco|cabo|fio|elastico), sobrenome do, ' +
      'convuls(ao|oes) (social|politica|sociais|politicas|economica), pilula(s|) de (conhecimento|gestao|sabedoria|marketing|direito|conteudo), (red|blue|black|chill|poison) pill(s|), pill to swallow, ' +
      '(transfusao|transplante) de (talentos|talento|ideias|recursos|dinheiro), (febre amarela|sarampo|dengue|amarelao|catapora|caxumba|zika) e o (nome|apelido|personagem|time), e a camisa, e o apelido, e o personagem, (e o |)nome do time, ' +
      'paralyzed by (choice|fear|doubt|options|indecision), analysis paralysis, (choice|decision) paralysis, (schizophrenic|bipolar|psychotic|anorexic|autistic|epileptic) (ui|design|api|code|weather|market|pricing|layout|plot|build), ' +
      '(so|super|a bit|little|totally|lol) ocd, ocd about, febre de (viagem|consumo|compras|bola|sabado), (diabetes|glicose) so de (olhar|ver|ler|pensar), me deu (diabetes|cancer|cegueira|gastrite|avc|alergia|aids), ' +
      'heart attack (on a plate|grill|burger), internacao da (carga|mercadoria|maquina), (rehab|rehabilitation) (of |)(the|an|our|that) (old |)(barn|house|pier|bridge|building|dam|kitchen|church|store|trail), ' +
      'reabilitacao (da|do|de) (ponte|predio|edificio|estrada|rodovia|centro|fachada|credito|nome|pista|casarao|imovel), remedio(s|) (para|pra|contra) (formiga|formigas|barata|baratas|rato|ratos|mato|cupim|praga|pragas|mofo), (cheiro|gosto) de remedio, remedio amargo, ' +
      'digital detox, detox digital, suco detox, ataque(s|) de panico (na|no|da|do|dos|nos) (bolsa|mercado|mercados|investidores), anxiety sells, crise de panico (na|no) (bolsa|mercado), ' +
      '(perna|pe|braco) (da|do) (mesa|cadeira|sofa|cama|boneca|estatua|robo) (engessada|engessado|quebrada|quebrado|torta|torto), marcapasso d(a|o) (orquestra|banda|bateria|time|economia), ' +
      '(relapse|relapsed) into (old|bad|legacy|silence|chaos), (crack|cracks) (in|of) the (windshield|wall|screen|pipe|team|code|glass|foundation|ice), crack d(o|a) (time|jogo|equipe|rodada|galera|turma), ' +
      'menisco d(a|o) (bureta|liquido|pipeta|proveta), (sprained|twisted|broken|dislocated) the (hinge|cable|wire|handle|lid|knob), ' +
      'stroke of, febre (da|das|do|dos) (figurinha|figurinhas|album|pistache|ouro|copa|momento|bet|bets|patinete|patinetes|beach tennis|pickleball), ' +
      'trauma (da|do|de) (final|rebaixamento|derrota|eliminacao|goleada|pelada), (sangria|hemorragia) (do|no|de) (caixa|cofre|cofres|dinheiro|recursos|clientes|talentos), ' +
      '(passe|corte|gol|chute|lance|precisao|contra ataque|escolha) cirurgic(o|a), surgical (strike|strikes|precision|pass|cut|finish), ' +
      '(vacina|vacinas) (antifraude|anti fraude|contra o golpe|contra golpes|contra fake news), (imunidade|foro) (parlamentar|tributaria|diplomatica|fiscal), ' +
      '(ressaca) (do|no) (mar|oceano|litoral), (viagem|praia|corrida|costura|cozinhar|jardinagem|musica|pescar) e (a melhor |minha |uma |)terapia, retail therapy, terapia de (choque|compras), ' +
      '(on|off) life support (until|since|after|for) (the|we), (phone|laptop|server|car|printer|app|router|monolith) (is|s|was) on (life support|its last legs), ' +
      'dor(es|) de cabeca com (a|o|as|os|esse|essa|este|esta|isso), viral load test(s|ing|), ' +
      'pressao alta (na|no|da|do|nas|nos|em) (bomba|bombas|caldeira|caldeiras|linha|linhas|tubulacao|rede|valvula|pneu|pneus|mangueira|compressor|motor|sistema|tanque|vaso|cano|canos|entrada|saida|chuveiro|torneira|agua|hidrante|reservatorio|oleoduto|gasoduto|poco|reator|turbina|cilindro|duto), ' +
      'internac(ao|oes) de (mercadoria|mercadorias|carga|cargas|importacao|bens|veiculo|veiculos), ' +
      'cancer com ascendente, ascendente em cancer, (signo|lua|sol|marte|venus) (de|em) cancer, cancer rising, cancer season, ' +
      'diagnostico (da|do|de) (lentidao|rede|problema|problemas|incidente|falha|falhas|bug|processo|processos|mercado|causa), ' +
      'abstinencia de (cafe|chocolate|internet|celular|redes sociais|futebol|series|doce|sol|praia), ' +
      '(gave|gives|giving) (me|us) (a|an) (migraine|headache|heart attack|stroke|aneurysm|ulcer), (gave|gives|giving) (me|us) anxiety, ' +
      '(me|nos) (deu|da|dao) (um|uma) (infarto|treco|dor de cabeca|ataque|enxaqueca), quase (tive|teve|tivemos) um (infarto|avc|treco|ataque), ' +
      'vacinad(o|a) contra (golpe|golpes|fraude|fraudes|piramides), ' +
      '(gave|gives|giving|give) (finance|accounting|legal|sales|engineering|ops|security|support|everyone|everybody) ' +
      '(a|an) (migraine|headache|heart attack|stroke|aneurysm|ulcer), a cancer (on|in|within|of) (the|our|this|that) ' +
      '(department|company|team|organization|organisation|codebase|project|process|system|industry|budget), ' +
      'um cancer (na|no|para a|para o|da|do) (empresa|equipe|departamento|projeto|codigo|processo|orcamento|setor|time), ' +
      'alta (no|na|de|do|da|dos|das|nos|nas) (salario|salarios|preco|precos|vendas|bolsa|mercado|dolar|euro|juros|gas|gasolina|energia|aluguel|conta|contas|inflacao|custos|custo|demanda|produtividade|audiencia|procura|cotacao|acoes|frete|leite|arroz), ' +
      'visao de (dono|negocio|futuro|mercado|jogo|conjunto|produto), (cego|cega|cegos|cegas) (por|de) (futebol|amor|odio|raiva|paixao|ciume|ciumes|dinheiro|poder|orgulho), ' +
      '(surdo|surda|surdos|surdas) (ao|aos|as), (study|studies|studied|studying) medicine, school of medicine, que ansiedade, ' +
      'cirurgia (no|na|do|da|nos|nas|em) (banco|codigo|planilha|tabela|base|sistema|servidor|orcamento|contrato|texto|projeto|legado|motor), ' +
      'allergic to (early|long|boring|pointless|endless) (meetings|calls|mornings|emails), bleeding (edge|money|cash), transplante d(e|o|a) (mudas|disco|hd|servidor|arvore|arvores|plantas|tomate|alface|sistema), is (blind|deaf) to, are (blind|deaf) to, fez se de surd(o|a), orelhas surdas, ouvidos surdos, deaf ears, ' +
      'borderline (case|cases|unacceptable|illegal|legal|criminal|impossible|spam|value|values|score), ' +
      '(roof|roofing|asphalt|wood|cedar|metal|slate) shingles, shingles (roof|roofing), pregnant pause, ' +
      'solo infertil, terra infertil, terras inferteis, discussao infertil, modo daltonico, ' +
      'surdo de (primeira|segunda|terceira), food for thought, (pen|brush|key|butterfly|swim|mouse) stroke, ' +
      'in labor (costs|law|laws|markets|market|disputes|relations|negotiations|force|productivity|unions), ' +
      'as prescribed (by|in|under), prova de fogo, paciente zero, patient zero, ground zero, ' +
      'injecao (de|eletronica de) (dependencia|dependencias|combustivel|codigo|capital|recursos|liquidez|animo), ' +
      'injecao eletronica, choque de (gestao|realidade|cultura|oferta|precos|ordem), ' +
      'dose (dupla|extra|certa|cavalar) de, febre do (pistache|ouro|morango|momento), febre entre (os|as), ' +
      'virou febre, dor de cotovelo, dor de crescimento, dores do crescimento, pain point(s|), growing pains, ' +
      'transmissao de dados, ' +
      'saude (financeira|fiscal|do negocio|das contas|da empresa|organizacional|do produto|do cluster|do sistema|da rede|do codigo), ' +
      'account health, team health, code health, financial health, seller health, site health, data health, ' +
      'diagnosis of (the|a|this|an|) (failure|failures|issue|issues|problem|problems|outage|incident|bug|bottleneck|fault|faults|defect|network|error|errors|performance), ' +
      'prescribed (format|form|manner|period|limits|limit|time|fee|standard|standards|procedure|procedures|by law|by statute|by regulation|by the regulation|by the regulations|by the law|by the contract|by the policy|burn|burns|fire|dose of realism), ' +
      'was prescribed by (law|statute|the law), ' +
      'fratura(s|) (na|no) (relacao|sociedade|partido|base|coalizao|governo|equipe|bloco|oposicao|tecido social), ' +
      '(stroke|strokes) of (luck|genius|midnight), tested positive for (malware|virus|doping|vulnerabilities), ' +
      'teste positivo para (malware|vulnerabilidade), ' +
      'alergi(a|co|ca) a (reuniao|reunioes|segunda feira|segundas|planilha|planilhas|imposto|impostos|burocracia|trabalho|mudanca|mudancas|risco|riscos|politica|criticas|codigo legado|spoiler|spoilers|prejuizo|juros|marketing), ' +
      'allergic to (meetings|mondays|deadlines|change|paperwork|risk|work|criticism|spreadsheets|bureaucracy|drama), ' +
      'cadeira de balanco, ' +
      '(broken|left|right) (arm|leg) of the (robot|chair|table|couch|crane|statue|sofa|desk|bed), ' +
      '(quebrou|quebrei) (o pe|a perna|o braco) (da|do) (cadeira|mesa|sofa|cama|poltrona|armario|estante|robo|guindaste|estatua), ' +
      '(company|business|economy|industry|government|brand) is in (intensive care|a coma|the icu)',
  },
];
