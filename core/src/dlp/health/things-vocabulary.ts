// SPDX-License-Identifier: Apache-2.0
/** Things that medical words may describe, and the words that tie the two together; read by things.ts. */
import { setOf } from '../text/short-texts.ts';

const spansOf = (words: string): readonly string[] => words.split(' ');

/**
 * Things of work, software, business, finance, weather, farming and machines. Places where a person may fall ill are
 * left out.
 */
export const THINGS = setOf(
  'reuniao reunioes planilha planilhas notificacao notificacoes mensagem mensagens email emails ' +
    'slide slides dashboard ' +
    'dashboards live lives grafico graficos relatorio relatorios informacao informacoes conteudo ' +
    'opcao opcoes acronyms ' +
    'meeting meetings message messages notification notifications slides spreadsheets charts reports ' +
    'content options ' +
    'alert alerts alerta alertas alarm alarms alarme alarmes buzzwords jargon memes threads pings tickets chamados tarefas tasks decisao decisoes analise analysis decision ' +
    'custo custos gasto gastos despesa despesas preco precos divida dividas caixa margem margens ' +
    'lucro lucros receitas ' +
    'capital credito carteira carteiras investimento investimentos financas contas fundo fundos imposto impostos ' +
    'orcamento orcamentos balanco balancos extrato funil vendas leads churn cost costs spending debt ' +
    'margins profits ' +
    'cash portfolio portfolios wallet finances accounts loan loans budget budgets sales funnel ' +
    'revenue inventory stock ' +
    'estoque pedidos orders verba consumo ecommerce saas negocio negocios business elenco ' +
    'codigo parser servidor server servers cluster pipeline pipelines scheduler queue jenkins sistema sistemas site ' +
    'portal app aplicativo planilha banco database build builds deploy release backlog sprint ' +
    'roadmap repositorio repo ' +
    'regex query queries branch merge layout migracao script scripts codebase legado monolito ' +
    'teclado keyboard mouse ' +
    'notebook laptop computador impressora printer roteador router modem celular tablet console ' +
    'image docker container ' +
    'plugin framework website page checkout endpoint endpoints api rack disk disco hd ' +
    'corrupcao corruption inflacao inflation mercado mercados market markets economia economy ' +
    'politica politics cultura ' +
    'culture democracia burocracia bureaucracy governanca mundo projeto project projects parceria ' +
    'partnership contrato ' +
    'contract acordo deal negociacao fusao merger campanha campaign marketing obra obras transito ' +
    'traffic porto port ' +
    'solda soldas weld welds tubo tubos pipe pipes tubulacao duto dutos vaso vasos tanque tanques tank tanks vessel ' +
    'vessels junta juntas chapa chapas viga vigas laje lajes ponte pontes bridge bridges trilho trilhos rail rails ' +
    'parede paredes fachada fachadas estrutura estruturas concreto asfalto peca pecas casting castings eixo eixos ' +
    'turbina turbinas turbine turbines motor motores engine engines caldeira caldeiras boiler ' +
    'cilindro mala malas bagagem ' +
    'luggage baggage quadro quadros painting pintura estatua carro carros car cars caminhao moto ' +
    'trator tratores veiculo ' +
    'tronco folha folhas muda mudas arvore arvores tree trees lavoura lavouras talhao pomar pomares ' +
    'plantacao safra soja ' +
    'cachorro cachorra gato gata cavalo egua vaca rebanho dog cat horse ocr yaml xml estante pneu ' +
    'pneus prateleira sofa ' +
    'milho cafezal canavial horta gramado vinhedo crop crops orchard vineyard plantas planta solo terreno relevo ' +
    'ticket chamado conta assinatura fila filas ' +
    'legado legacy code codigos codebases escopo scope fechamento billing refatoracao homologacao ' +
    'conciliacao cobranca prazo prazos ' +
    'deadline deadlines cronograma integracao integration documentacao documentation retrabalho ' +
    'rework erp crm sap jira kanban scrum faturamento folha ' +
    'processo processos processador processadores cpu gpu ventilador cooler fan lei leis regra regras ' +
    'regulamento orchestrator job jobs thread threads firewall chip sensor sensores drone drones camera cameras ' +
    'priorities prioridades pasta pastas arquivo arquivos file files tabs folder folders ' +
    'concorrencia competitors concorrentes clientela audiencia dinheiro money objections missao ' +
    'mission decolagem expectativa expectativas escala agenda ' +
    'calendario ata minuta ' +
    'pauta proposta propostas edital licitacao pagamento pagamentos boleto boletos fatura faturas ' +
    'nota notas invoice ' +
    'invoices payment payments trafego throughput memoria memory firmware sdk versao versoes version ' +
    'versions commit ' +
    'commits pull patch patches migration migrations rollback cache log logs compilador compiler ' +
    'atmosfera atlantico caribe pacifico lancamento launch rocket foguete roteiro texto',
);

/** Organisations and places that are called ill, though people fall ill in them too. */
export const ORGANISATIONS = setOf(
  'loja lojas empresa empresas companhia startup startups varejista varejistas operacao operacoes rede franquia ' +
    'franquias filial filiais marca marcas clube clubes time times equipe equipes fabrica industria ' +
    'setor governo pais ' +
    'brasil municipio prefeitura estatal banco construtora incorporadora editora emissora companhia ' +
    'cooperativa usina ' +
    'cidade partido company companies store stores shop shops branch brand brands retailer retailers ' +
    'operation startup ' +
    'club team teams industry sector country department squad airline bank franchise ong jornal revista padaria ' +
    'restaurante negocio',
);
export const PEOPLE = setOf(
  'dono dona owner owners manager managers gerente socio socia chefe boss worker workers funcionario ' +
    'funcionaria filho ' +
    'filha son daughter wife husband mae pai mother father member members clerk driver engineer ' +
    'developer developers dev ' +
    'lead customer customers cliente user usuario usuaria designer analyst director diretor diretora ele ela he she ' +
    'tecnico jogador jogadora player colega vendedor vendedora operador operadora staff employee employees people',
);

/** Words that organisations share: "raio-x da empresa". A company's vaccine is still given to a person. */
export const TELL_OF_ORGANISATIONS = setOf(
  'hemorragia infarto coma paralisia paralysis depressao overdose raio x sinais vital',
);

/** Methods that examine materials as well as bodies, and things that break or grow in both. */
export const INSPECTIONS = setOf(
  'ultrassom ultrassonografia ultrasound raio x xray endoscopia endoscopy biopsia biopsy tomografia ressonancia ' +
    'fratura fraturas fracture fractures cancer tumor radiografia choque cirurgia surgery hemorragia hernia inspecao',
);
export const ABOUT_CHANGES = setOf(
  'completo completa total geral inspection inspecao detalhado rapido financeiro anual',
);

/** Faults of software, machines, plants and water that are tested and diagnosed. */
export const FAULTS = setOf(
  'mechanic mecanico garage oficina brakes freios ssd embreagem xss sqli injection csrf ssrf rce ' +
    'log4shell malware ransomware trojan spyware vulnerability vulnerabilities ' +
    'vulnerabilidade vulnerabilidades leak leaks regression regressions bug bugs deadlock deadlocks ' +
    'misconfiguration ' +
    'faulty firmware arsenic asbestos amianto coliformes coliform ferrugem greening oidio mildio clorose nematoide ' +
    'nematoides mancha mosaico murcha praga pragas cigarrinha broca lagarta placa cabecote fonte ' +
    'queimada queimado rust cobranca duplicada duplicidade inconsistencia churn overcharge overage ' +
    'blight mildew aphids cupim cupins defeito curto vazamento lentidao gargalo latency contention',
);

/** By health word: the words that may stand right before it, and right behind it. */
export const ADJECTIVES_BEFORE: ReadonlyMap<string, readonly string[]> = new Map([
  ['depression', spansOf('tropical economic great atmospheric')],
  ['paralysis', spansOf('analysis decision choice political legislative budget total planning')],
  ['cirurgica', spansOf('precisao')],
  ['blind', spansOf('double single')],
  ['rash', spansOf('be too')],
  ['dor de cabeca', spansOf('sem evite evita evitar menos')],
]);
export const ADJECTIVES_AFTER: ReadonlyMap<string, readonly string[]> = new Map([
  ['depressao', spansOf('tropical economica atmosferica barometrica topografica geologica subtropical')],
  ['paralisia', spansOf('decisoria politica administrativa legislativa institucional')],
  ['paralysis', spansOf('by')],
  ['surgical', spansOf('strike strikes precision')],
  ['cancer', spansOf('citrico')],
  ['convulsao', spansOf('social')],
  ['bleeding', spansOf('margins margin cash money users customers subscribers talent revenue')],
  ['deaf', spansOf('to')],
  ['blind', spansOf('to')],
  ['was blind', spansOf('to')],
  ['is blind', spansOf('to')],
  ['anemic', spansOf('sales growth demand pipeline revenue results turnout')],
  ['anemico', spansOf('de')],
  ['ultrasound', spansOf('inspection testing')],
]);

/** Ailments of a season. */
export const FADS = setOf(
  'verao inverno carnaval natal copa figurinhas croche consumo ouro pistache morango momento pokemon ' +
    'kpop pop labubu ' +
    'tenis bitcoin crypto cup gold election playoff spring cabin market lottery football festival ' +
    'streaming patinete ' +
    'jogo jogos apostas bets colecionaveis compras compra vendas shopping spending buying sneaker gadget podcast ' +
    'trading startup ia ai nft marketplace promocao promocoes',
);

export const PRIORITY = setOf(
  'idoso idosos idosa gestante gestantes lactante lactantes deficiente deficientes deficiencia pcd ' +
    'autista autistas obeso ' +
    'obesos colo',
);
export const PLACES_OF_PRIORITY = setOf(
  'vaga vagas caixa assento assentos atendimento fila guiche embarque preferencial prioritario ' +
    'prioritaria exclusiva ' +
    'exclusivo reservada reservado estacione guincho',
);

export const DETERMINERS = setOf(
  'o a os as um uma uns umas nosso nossa nossos nossas seu sua meu minha esse essa este esta aquele ' +
    'aquela todo toda ' +
    'the an my our your his her their this that these those its some',
);
export const PREPOSITIONS = setOf(
  'de da do das dos em no na nos nas com por pelo pela para pra ao of in on at with from by for into to as',
);
export const CONJUNCTIONS = setOf(
  'e ou mas que se quando porque pois onde enquanto and or but that if when because while so who',
);

/** Words that tie a subject to a state, with the adverbs that may stand there. */
export const VERBS = setOf(
  'e esta estava estao ta tava segue continua entra entrou entram sai saiu vive viveu foi fica ficou ' +
    'sofre sofreu teve ' +
    'tem parece anda respira respirava sangra sangrava ja ainda nao tambem so meio muito quase is ' +
    'are was were has had ' +
    'goes went gets got fell falls suffered suffers had remains seems looks been being sendo ' +
    'diagnosticado diagnosticada ' +
    'diagnosticados diagnosticadas diagnosed still now always already almost testou tested precisa ' +
    'needs relapsed vomitou vomited tossindo abortou recaiu coughing limping bleeding mancando surtou',
);
