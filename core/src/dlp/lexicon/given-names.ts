// SPDX-License-Identifier: Apache-2.0
/**
 * Common names in Brazil and in English, without accents. A name ties a health word to a person, and has no other
 * effect. Names that are also everyday words (Pilar, Rosa, Mark, Will) are left out.
 */
export const GIVEN_NAMES =
  'abdul, abelardo, abner, acacio, adalgisa, adelaide, adele, adelino, adelson, ademar, adilson, admilson, ' +
  'adolfo, adrian, adrienne, agenor, agnes, aguinaldo, aidan, alaide, alain, albert, alberta, alcione, aldemir, ' +
  'alejandro, alessandro, alfred, alina, alistair, allison, aloisio, aluisio, alvin, alyssa, alzira, amalia, ' +
  'amara, amarildo, anacleto, analice, anastacia, andressa, angelo, annette, aparecido, apolonio, argemiro, ' +
  'ariadne, ariana, arlene, arminda, arnold, artur, astolfo, athos, aurelio, avelino, ayla, balbino, baltazar, ' +
  'barney, bartolomeu, beatris, belarmino, belmiro, bento, bernardina, bernice, bert, bertha, bethany, betina, ' +
  'beverly, blanche, brendan, brent, brett, britney, bryce, caique, callum, calvin, camilla, carl, carlito, ' +
  'carmela, carmelita, carole, carolline, carrie, casey, cassiano, cecil, cedric, chandra, cheryl, christine, ' +
  'cibele, cicera, cidinha, cindy, cirilo, clara, clarence, claude, claudemir, claudionor, clodoaldo, clotilde, ' +
  'clyde, connie, conrad, conrado, corey, courtney, creusa, cristovao, custodio, cyril, dafne, dagmar, ' +
  'dagoberto, dalton, damian, dana, dante, danubia, daphne, darcy, dario, darlene, darryl, dayane, dayse, ' +
  'deanna, debra, dejair, demetrio, denilson, dennis, deshawn, desiree, desmond, dilma, dilson, dimas, dina, ' +
  'dinora, dionisio, dirce, djair, dolores, dominic, donizete, dora, doris, dorival, dorotea, doroteia, duane, ' +
  'dulce, dulcineia, durval, dustin, dwayne, edite, edith, edmar, edmundo, ednaldo, ednei, eduardina, elcio, ' +
  'eleni, elida, eliel, elio, elisabete, elisete, eliseu, elizabete, elliot, elliott, elmer, eloi, elsie, ' +
  'emanuela, emiliano, emmanuel, eneida, enilda, enrique, ercilia, ermelinda, ernani, ernest, ernie, estefania, ' +
  'estela, estelle, etelvina, ethel, eugene, eulalia, euripedes, eustaquio, eva, evaristo, expedito, fausto, ' +
  'feliciano, felisberto, femi, ferdinand, fergus, firmino, flaviana, flavinho, fletcher, florisvaldo, ' +
  'francine, francis, freddie, frederick, fulgencio, gabby, gareth, gaspar, geisa, genaro, genesio, genevieve, ' +
  'genilda, genival, geovane, geraldine, gertrude, gervasio, gesilda, gilbert, gilda, gillian, gisela, giselle, ' +
  'givanildo, gladys, gleison, godofredo, graciela, gracinda, graziele, gregorio, gretchen, gumercindo, gustav, ' +
  'hamid, harold, harriet, hattie, heidi, helder, henrietta, henrik, heraldo, herculano, herman, herminia, ' +
  'hilary, hildebrando, honorato, honorina, horacio, iasmin, ignez, ilda, ilya, ilza, imani, ines, inocencio, ' +
  'iraci, irani, irma, irving, isabelle, isac, isaiah, isaura, isidoro, ivanete, ivani, ivanildo, jaciara, ' +
  'jada, jader, janis, januario, javier, jeanette, jeffrey, jenna, jeremiah, jeremias, jermaine, joanita, ' +
  'joann, jocelino, jocelyn, jodi, joelson, joey, jonah, jorgina, joselia, joselito, josias, jovelina, jucara, ' +
  'juliet, julieta, juliete, jurema, justino, kaitlyn, kamila, kara, kareem, karin, katelyn, ken, kendall, ' +
  'kenny, kerry, ketlin, kev, kira, kristen, kristin, kristina, kurt, laiane, lamar, latoya, laudelina, ' +
  'laurence, laurie, lawrence, leandra, lena, leo, leocadia, leonard, leonidas, liana, lila, lilia, lillian, ' +
  'lily, lindaura, lindsay, lindsey, lineu, lionel, lisandra, lloyd, lois, lottie, louis, lourenco, lourival, ' +
  'lucilene, lucilia, lucille, lucimara, lucineia, lucio, lucrecia, luther, luzia, luzinete, lynn, mabel, ' +
  'mackenzie, madeline, maeve, mafalda, magda, maggie, manoela, marc, marcelino, marciano, marcolino, mariah, ' +
  'mariano, marilena, marinete, marion, marisa, marissa, mariza, marla, martina, marty, maruan, matilda, ' +
  'maxine, melanie, melina, melinda, melvin, micah, mikhail, miro, monique, muriel, myra, myrtle, nadine, ' +
  'nanette, natacha, natalino, natan, natanael, nathaniel, nazare, neila, nereu, nestor, neuza, nicanor, nick, ' +
  'nicola, nikhil, nikita, nikolai, nilson, nivea, noelle, norma, odorico, oksana, olaf, olimpio, olinda, ' +
  'olindina, oliveiros, omari, onofre, ophelia, otaviano, otilia, otis, ozias, palmira, palmiro, patrice, ' +
  'patty, paulette, paulina, paulino, pedrina, penelope, phillip, phoebe, polly, quentin, quincy, ramona, ' +
  'regis, remigio, renilda, reynaldo, rhonda, roberval, rochelle, rodolfo, rogeria, romario, romildo, romualdo, ' +
  'ronnie, rosalie, rosaria, roselia, rosenilda, rosilda, rosineide, ross, rossana, roxanne, roy, ruben, rui, ' +
  'rute, salomao, sammy, sergei, shania, shelby, shelley, sidinei, silvino, sinval, sirlene, solomon, soraya, ' +
  'stanley, stefan, sulamita, susanna, susie, suzanne, sybil, tabitha, tainara, tammy, teresinha, terrence, ' +
  'thelma, thereza, tiao, tomasz, tommy, tonho, trent, tristan, tyrone, uesley, ursula, valdeci, valdivino, ' +
  'valdomiro, valter, vandete, vanusa, verna, vince, vladimir, waleska, wanderley, wanessa, warren, wayne, ' +
  'wellinton, wendell, wilbur, wilfred, willard, wladimir, yvette, zacarias, zenilda, zildo, zoey, ' +
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
  'steve, ted, terry, tim, todd, tracy, tyler, victoria, vincent, wendy, zachary, zoe, ' +
  'sandro, nilza, theo, luana, greta, ivo, nei, lia, caua, cauan, lorenzo, valentina, antonella, heloise, lara, ' +
  'maya, agda, adelia, adriele, alaor, albertina, alcides, aldair, aldo, alexia, alfredo, almir, alvina, amaro, ' +
  'amauri, ananda, anelise, angelica, anisio, arlindo, armando, astrid, atila, augusta, ayrton, benicio, benjamim, ' +
  'betania, brigida, bruninha, calebe, carmen, carolaine, catia, cauane, celina, celma, charlene, cida, cintia, ' +
  'cinthia, claudinei, claudiomiro, clea, cleia, cleiton, clelia, cleonice, cleusa, daiana, damiana, dandara, ' +
  'danieli, danilla, davidson, deivid, deolinda, diogo, dinah, dinorah, domingas, edivaldo, edu, edvaldo, efigenia, ' +
  'eder, eleonora, eli, eliete, eliezer, eloisa, elvira, emilia, emilio, enrico, enzio, erasmo, erivaldo, estevao, ' +
  'eugenia, eugenio, eunice, euridice, evaldo, everaldo, evelin, ezequiel, fabiano, fabiola, felicia, ' +
  'fernandinho, filipe, filomena, frederico, genivaldo, genilson, geovana, geovanna, gerson, gertrudes, ' +
  'getulio, gildo, gileno, giovana, giovani, girlene, gislaine, glauber, gleice, guiomar, haroldo, hector, heleno, ' +
  'helia, herbert, hercilia, hermes, hilario, hortencia, humberto, iago, iara, ieda, ignacio, ilma, inacio, inacia, ' +
  'ione, iolanda, irineu, isabelly, isaac, isaque, itamar, iuri, ivanilda, ivete, ivonete, izaura, jacira, ' +
  'jacqueline, jacques, jaime, jaine, jairo, jandira, janete, jeane, jeanne, jerusa, jhonatan, joaquina, jocelia, ' +
  'joelma, johnny, jonatas, jordana, josenildo, josefina, josimar, jovita, juarez, jucelino, judite, juraci, ' +
  'jussara, juvenal, kaique, karine, karolina, kauan, keila, kelvin, kenia, kethlyn, klaus, laercio, laila, lana, ' +
  'lauro, lazaro, leda, lenice, leona, leonel, leonice, leopoldo, lidiane, lindalva, lindinalva, lorraine, louise, ' +
  'luane, luara, lucelia, lucimar, lucinda, luciene, ludmila, luigi, madalena, maiara, maicon, maira, malu, ' +
  'marcelina, marcella, marcilio, margarete, mariangela, maribel, marilda, marilu, marilza, marinalva, mario, ' +
  'maristela, marize, marivaldo, marluce, matilde, mauricia, maximiliano, micaela, michel, michelly, milena, ' +
  'milton, mirella, misael, moema, morgana, nadir, naiara, nara, natasha, nathaly, neiva, nelci, nelma, ' +
  'nelia, newton, neymar, nicolau, nilce, nilda, nilma, nina, nivaldo, noeli, norberto, nubia, odair, odilon, olga, ' +
  'olindo, olimpia, oscar, osmarina, osni, otacilio, otto, ozeias, pascoal, patricio, paola, petronio, plinio, ' +
  'poliana, poliane, querubina, rafa, rahul, raiane, ramiro, ramon, ravi, raymundo, reinan, regiane, rejane, renee, ' +
  'ricardinho, rildo, roger, romeu, romilda, ronaldinho, ronan, roney, rosalia, rosalina, rosane, roselene, ' +
  'rosemeire, rosilene, rosimeire, rosinha, rubens, rubia, ruy, sabino, samanta, samuca, sandrinha, sandoval, ' +
  'santino, sarita, savio, sheila, sheyla, sidnei, sidney, sigrid, silmara, silvania, silvestre, silvano, simao, ' +
  'sirlei, soeli, stela, stella, suely, suzane, suzete, suzi, taciana, tadeu, taisa, tales, talles, tamara, ' +
  'tamires, tarsila, tassia, tati, telmo, teodoro, terezinha, thaina, thaisa, thalita, theodoro, tomas, toninho, ' +
  'tonico, tulio, ubirajara, valdecir, valdemir, valdete, valdinei, valdirene, valdivia, valentim, valeska, valmir, ' +
  'vandinha, vanilda, velma, venancio, vicentina, vilmar, virgilio, vitorino, vivi, viviana, waldemar, waldomiro, ' +
  'walmir, walquiria, wando, wania, wilian, yago, yan, yasmim, ygor, ynara, zaira, zeca, zelma, zeni, zeze, zilma, ' +
  'zoraide, zuleica, zuleide, zulmira, aisha, akira, alejandra, amir, anand, andres, anil, anjali, annie, antoine, ' +
  'arjun, arun, aziz, bella, ben, beatrice, bernard, boris, bradley, brad, bridget, bruce, cassandra, cathy, ' +
  'colleen, craig, curtis, darren, dave, delia, derrick, devon, dmitri, doug, duncan, dylan, eddie, eileen, ' +
  'eleanor, elena, elijah, elise, ella, ellie, eloise, elsa, emil, erik, esther, evan, felix, fiona, frances, ' +
  'gabriella, garrett, geoff, geoffrey, gerald, gina, glenn, gordon, gwen, hana, hassan, hugh, ibrahim, ' +
  'imran, irina, jake, jamal, janice, jared, jerome, jerry, joanna, johanna, jon, josephine, juan, juanita, ' +
  'karl, katarina, kathryn, kayla, keisha, kendra, khalid, kiran, kirsten, kwame, kyra, leroy, leslie, lester, ' +
  'lola, lydia, maddie, malcolm, malik, marcus, margot, mariam, marianne, marie, marilyn, marisol, ' +
  'marjorie, marsha, marvin, mateo, matt, maureen, maurice, meredith, mildred, mohammed, muhammad, naomi, neil, ' +
  'nigel, noor, nora, norman, omar, pablo, patsy, pauline, petra, phyllis, pierre, prakash, pradeep, ' +
  'priya, rajesh, ralph, randy, raymond, reggie, rekha, ricky, rodney, roland, rosalind, rosie, rupert, sadie, ' +
  'salma, sandeep, sanjay, sasha, sebastian, selena, seth, shane, shannon, shaun, shawn, sheldon, sherry, ' +
  'simon, stacey, stacy, stuart, suresh, sven, sylvia, tanya, tariq, tasha, tess, tessa, theodore, theresa, ' +
  'tiffany, tina, tobias, toby, tonya, tracey, travis, trevor, trish, valerie, vernon, vicky, vijay, viktor, ' +
  'wes, winston, yolanda, yusuf, yvonne, zach, zara';

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
