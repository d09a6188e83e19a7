/**
 * Common names in Brazil and in English, without accents. A name ties a health word to a person; nothing else is
 * concluded from one. Names that are also everyday words (Pilar, Rosa, Mark, Will) are left out.
 */
export const GIVEN_NAMES =
  'adriana, adriano, alan, alessandra, alexandre, alice, aline, amanda, ana, anderson, andre, andrea, andreia, ' +
  'angela, antonia, antonio, arthur, augusto, barbara, beatriz, bernardo, bia, bianca, breno, bruna, bruno, ' +
  'caio, camila, carla, carlos, carolina, caroline, catarina, cecilia, celia, celso, cesar, claudia, claudio, ' +
  'cristiane, cristina, daniel, daniela, danielle, danilo, davi, debora, denise, diego, douglas, edson, eduarda, ' +
  'eduardo, elaine, eliane, elisa, emanuel, enzo, erica, fabiana, fabio, felipe, fernanda, fernando, flavia, ' +
  'flavio, francisca, francisco, gabriel, gabriela, geraldo, giovanna, guilherme, gustavo, heitor, helena, ' +
  'henrique, hugo, igor, ingrid, isabel, isabela, isabella, ivan, jaqueline, jessica, joana, joao, joaquim, ' +
  'jorge, jose, josefa, julia, juliana, juliano, julio, karina, larissa, laura, leandro, leonardo, leticia, ' +
  'lorena, luan, lucas, lucia, luciana, luciano, luis, luiz, luiza, manuela, marcela, marcelo, marcia, marcio, ' +
  'marco, marcos, maria, mariana, marina, marta, mateus, matheus, mauricio, miguel, monica, murilo, natalia, ' +
  'nathalia, nicolas, nicole, olivia, otavio, pamela, patricia, paula, paulo, pedro, priscila, rafael, rafaela, ' +
  'raimundo, raquel, raul, rebeca, regina, renan, renata, renato, ricardo, roberta, roberto, rodrigo, rogerio, ' +
  'sabrina, samuel, sandra, sebastiao, sergio, silvia, simone, sonia, sophia, sueli, suzana, tatiana, tatiane, ' +
  'thais, thiago, tiago, valeria, vanessa, vera, vicente, victor, vinicius, vitor, vitoria, viviane, wagner, ' +
  'wellington, wesley, william, yasmin, zelia, alex, andrew, anna, anthony, ashley, benjamin, betty, brian, ' +
  'carol, charles, chris, christopher, david, deborah, donald, donna, dorothy, edward, elizabeth, emily, emma, ' +
  'eric, george, helen, jacob, james, jane, janet, jason, jeff, jennifer, joe, john, jonathan, joseph, joshua, ' +
  'karen, kate, kathleen, keith, kenneth, kevin, kimberly, linda, lisa, margaret, mary, matthew, megan, melissa, ' +
  'michael, michelle, mike, nancy, patrick, paul, peter, rachel, rebecca, richard, robert, ronald, ryan, sam, ' +
  'samantha, sarah, scott, sharon, stephanie, stephen, steven, susan, thomas, timothy, tom, tony, abel, ' +
  'adalberto, ademir, agatha, agnaldo, ailton, alana, alberto, alexandra, alicia, alison, altair, alvaro, ' +
  'amelia, andreza, anita, anselmo, ariane, arnaldo, arlete, aurea, benedito, benedita, bernadete, berenice, ' +
  'brenda, bryan, carina, carmem, cassia, cassio, cicero, clarice, clarissa, claudete, clayton, cleber, cleide, ' +
  'clovis, cristiano, cristian, dalila, dalva, damiao, daiane, darlan, deise, denis, dirceu, djalma, doralice, ' +
  'edgar, edilson, edna, edmilson, elias, eliana, elisangela, eloa, elton, elza, emerson, erick, erika, ernesto, ' +
  'ester, evandro, evelyn, everton, fabricio, fatima, franciele, gilberto, gilmar, gilson, gisele, giulia, ' +
  'glaucia, graziela, greice, guilhermina, helio, heloisa, henri, hilda, iracema, irene, isadora, isaias, ' +
  'ismael, italo, ivone, izabel, jair, janaina, jefferson, jeferson, jenifer, joel, joice, jonas, josiane, ' +
  'josue, jurandir, kaio, kaua, karla, katia, kelly, lais, lavinia, leila, lenita, leonor, levi, lidia, ligia, ' +
  'liliane, lilian, livia, lourdes, lucca, lucila, luisa, lurdes, magali, maite, manoel, manuel, marcelle, ' +
  'marilene, marilia, marli, marlene, marlon, maura, mauro, mayara, michele, mirela, mirian, miriam, moacir, ' +
  'moises, nadia, nair, nathan, neide, nelson, neusa, nilton, noah, noemi, odete, olavo, osmar, osvaldo, ' +
  'oswaldo, pietra, pietro, quiteria, rafaella, raissa, raimunda, rayssa, reginaldo, reinaldo, rita, robson, ' +
  'romulo, ronaldo, rosana, rosangela, rosemary, roseli, ruan, ruth, salete, samara, samira, saulo, selma, ' +
  'severino, severina, silas, silvana, silvio, sofia, solange, soraia, stefany, suelen, susana, tabata, taina, ' +
  'talita, tania, tarcisio, telma, teresa, tereza, thomaz, ulisses, valdemar, valdir, vanda, vanderlei, vania, ' +
  'veronica, vilma, vivian, waldir, walter, wanda, wanderson, welington, willian, wilma, wilson, yara, yuri, ' +
  'zenaide, zilda, aaron, abigail, adam, alexa, amy, audrey, beth, bob, brandon, brittany, caleb, cameron, ' +
  'caitlin, catherine, chloe, christina, claire, cody, colin, connor, cynthia, danny, derek, diana, diane, ' +
  'edwin, ellen, erin, ethan, fred, gary, gavin, greg, gregory, hannah, harry, heather, henry, ian, jack, ' +
  'jackie, jamie, jasmine, jenny, jeremy, jesse, jill, jim, jimmy, joan, josh, joyce, judith, judy, julian, ' +
  'julie, justin, katherine, kathy, katie, kim, kyle, larry, lauren, leah, liam, lucy, luke, martha, martin, ' +
  'mia, molly, natalie, nicholas, oliver, owen, pam, peggy, phil, philip, russell, sara, sean, shirley, sophie, ' +
  'steve, ted, terry, tim, todd, tracy, tyler, victoria, vincent, wendy, zachary, zoe';

/** Family names, for texts that give no other; those that are places or things (Costa, Rocha, Lima) are left out. */
export const FAMILY_NAMES =
  'silva, oliveira, souza, sousa, pereira, ferreira, rodrigues, alves, ribeiro, carvalho, gomes, martins, ' +
  'araujo, barbosa, cardoso, teixeira, moreira, cavalcanti, cavalcante, monteiro, mendes, nogueira, vieira, ' +
  'moraes, freitas, fernandes, duarte, correia, correa, farias, peixoto, macedo, bezerra, medeiros, tavares, ' +
  'siqueira, guimaraes, rezende, resende, goncalves, azevedo, andrade, bastos, brandao, queiroz, sampaio, ' +
  'menezes, vasconcelos, miranda, cunha, figueiredo, assis, dantas, aguiar, arruda, bittencourt, lacerda, ' +
  'magalhaes, marinho, matos, mattos, meireles, melo, mello, moura, novaes, pacheco, paiva, pimentel, quintela, ' +
  'santana, sobral, soares, xavier, zanella, takahashi, tanaka, yamamoto, nakamura, kowalski, schmidt, schmitt, ' +
  'muller, smith, johnson, williams, jones, garcia, davis, rodriguez, martinez, hernandez, lopez, gonzalez, ' +
  'harris, clark, ramirez, robinson, allen, nguyen, wright, torres, murphy, kelley, bailey, collins, stewart, ' +
  'sanchez, morris, rogers, howard, peterson, richardson, sanders, patel, jenkins, perry, powell, sullivan, ' +
  'hamilton, graham, wallace, simmons, coleman, bryant, griffin, diaz, hayes, myers, whitfield, carter';
