/**
 * Common given names in Brazil and in English, without accents. A name ties a health word to a person; nothing else is
 * concluded from one. Names that are also everyday words (Pilar, Rosa, Mark, Will) are left out.
 */
export const GIVEN_NAMES =
  'adriana, adriano, alan, alessandra, alexandre, alice, aline, amanda, ana, anderson, andre, andrea, andreia, ' +
  'angela, antonia, antonio, arthur, augusto, barbara, beatriz, bernardo, bia, bianca, breno, bruna, bruno, ' +
  'caio, camila, carla, carlos, carolina, caroline, catarina, cecilia, celia, celso, cesar, claudia, claudio, ' +
  'cristiane, cristina, daniel, daniela, danielle, danilo, davi, debora, denise, diego, douglas, edson, ' +
  'eduarda, eduardo, elaine, eliane, elisa, emanuel, enzo, erica, fabiana, fabio, felipe, fernanda, fernando, ' +
  'flavia, flavio, francisca, francisco, gabriel, gabriela, geraldo, giovanna, guilherme, gustavo, heitor, ' +
  'helena, henrique, hugo, igor, ingrid, isabel, isabela, isabella, ivan, jaqueline, jessica, joana, joao, ' +
  'joaquim, jorge, jose, josefa, julia, juliana, juliano, julio, karina, larissa, laura, leandro, leonardo, ' +
  'leticia, lorena, luan, lucas, lucia, luciana, luciano, luis, luiz, luiza, manuela, marcela, marcelo, ' +
  'marcia, marcio, marco, marcos, maria, mariana, marina, marta, mateus, matheus, mauricio, miguel, monica, ' +
  'murilo, natalia, nathalia, nicolas, nicole, olivia, otavio, pamela, patricia, paula, paulo, pedro, ' +
  'priscila, rafael, rafaela, raimundo, raquel, raul, rebeca, regina, renan, renata, renato, ricardo, roberta, ' +
  'roberto, rodrigo, rogerio, sabrina, samuel, sandra, sebastiao, sergio, silvia, simone, sonia, sophia, ' +
  'sueli, suzana, tatiana, tatiane, thais, thiago, tiago, valeria, vanessa, vera, vicente, victor, vinicius, ' +
  'vitor, vitoria, viviane, wagner, wellington, wesley, william, yasmin, zelia, alex, andrew, anna, anthony, ' +
  'ashley, benjamin, betty, brian, carol, charles, chris, christopher, david, deborah, donald, donna, dorothy, ' +
  'edward, elizabeth, emily, emma, eric, george, helen, jacob, james, jane, janet, jason, jeff, jennifer, joe, ' +
  'john, jonathan, joseph, joshua, karen, kate, kathleen, keith, kenneth, kevin, kimberly, linda, lisa, ' +
  'margaret, mary, matthew, megan, melissa, michael, michelle, mike, nancy, patrick, paul, peter, rachel, ' +
  'rebecca, richard, robert, ronald, ryan, sam, samantha, sarah, scott, sharon, stephanie, stephen, steven, ' +
  'susan, thomas, timothy, tom, tony';
