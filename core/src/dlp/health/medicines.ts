/**
 * Medicines by brand and by substance. One of them says little, since pharmacies stock and sell them; with a dose, a
 * person or another health word it counts.
 */
import type { VocabularyLine } from '../dictionary.ts';
import { KIND, maskOf } from '../kinds.ts';
import { WEIGHT } from './vocabulary.ts';

export const HEALTH_MEDICINES: readonly VocabularyLine[] = [
  {
    // Beside those that vocabulary.ts and the endings of words know.
    kinds: maskOf(KIND.HEALTH),
    weight: WEIGHT.MEDIUM,
    phrases:
      'penicillin, anticoagulante, ' +
      'aradois, selozok, seloken, galvus, galvus met, xigduo, trulicity, dulaglutida, toujeo, tresiba, basaglar, ' +
      'nph, glargina, glargine, crestor, lipitor, livalo, ezetimiba, ezetimibe, zetia, euthyrox, levoid, nexium, ' +
      'lexotan, stilnox, reconter, daforin, pristiq, efexor, effexor, cymbalta, velija, donaren, remeron, zyprexa, ' +
      'risperdal, abilify, invega, latuda, lurasidona, lurasidone, paliperidona, paliperidone, ziprasidona, ' +
      'depakene, divalproato, lamictal, topamax, trileptal, oxcarbazepina, oxcarbazepine, hidantal, dilantin, ' +
      'phenytoin, phenobarbital, lacosamida, canabidiol, cannabidiol, !cbd, attentah, strattera, atomoxetina, ' +
      'atomoxetine, vyvanse, lisdexamfetamine, exelon, rivastigmina, rivastigmine, galantamina, mirapex, ' +
      'pramipexol, pramipexole, ropinirole, biperideno, akineton, tramal, tylex, dimorf, oxy contin, oxycontin, ' +
      'dolantina, dorflex, torsilax, miosan, ciclobenzaprina, cyclobenzaprine, toragesic, cetorolaco, ketorolac, ' +
      'profenid, predsim, meticorten, clavulin, keflex, bactrim, zitromax, zithromax, z pak, augmentin, tamiflu, ' +
      'oseltamivir, zovirax, valtrex, valaciclovir, paxlovid, plavix, aas, somalgin, clexane, alenia, symbicort, ' +
      'singulair, fexofenadina, desloratadina, enbrel, etanercepte, etanercept, stelara, cosentyx, remicade, ' +
      'plaquenil, hydroxychloroquine, imuran, azathioprine, prograf, tacrolimus, micofenolato, mycophenolate, ' +
      'ciclosporina, cyclosporine, sirolimo, glivec, gleevec, herceptin, arimidex, zoladex, goserelina, ' +
      'leuprorrelina, xtandi, keytruda, opdivo, avastin, revlimid, lenalidomida, lenalidomide, ibrance, proscar, ' +
      'avodart, dutasterida, tamsulosin, mirena, indux, clomid, clomifeno, clomiphene, puregon, utrogestan, gonal, ' +
      'menopur, ovidrel, cabergolina, cabergoline, entresto, sacubitril, aldactone, lasix, digoxina, digoxin, ' +
      'amiodarona, amiodarone, ancoron, diltiazem, verapamil, hidralazina, hydralazine, clonidina, clonidine, ' +
      'metildopa, methyldopa, isordil, nitroglicerina, hydrocodone, percocet, vicodin, suboxone, buprenorfina, ' +
      'klonopin, ativan, naloxone, naloxona, narcan, vivitrol, antabuse, dissulfiram, disulfiram, acamprosato, ' +
      'advair, ventolin, berotec, fenoterol, atrovent, ipratropio, tiotropio, spiriva, doxycycline, minociclina, ' +
      'coumadin, zofran, descovy, truvada, genvoya, dovato, juluca, repatha, praluent, trikafta, kaftrio, ' +
      'ivacaftor, spinraza, nusinersena, zolgensma, ocrevus, tysabri, natalizumabe, fingolimode, gilenya, ' +
      'tecfidera, dupixent, xolair, omalizumabe, eculizumabe, imunoglobulina, alteplase, norepinefrina, ' +
      'noradrenalina, dobutamina, epinephrine, hidroxiureia, hydroxyurea, eritropoetina, deferasirox, isoniazida, ' +
      'rifampicina, etambutol, pirazinamida, dapsona, benznidazol, albendazol, mebendazol, nitazoxanida, ' +
      'metronidazol, metronidazole, tinidazol, nistatina, miconazol, permetrina, ranitidina, famotidina, ' +
      'domperidona, bromoprida, escopolamina, hioscina, simeticona, mesalazina, sulfassalazina, levonorgestrel, ' +
      'etinilestradiol, ciproterona, drospirenona, desogestrel, medroxiprogesterona, depo provera, tibolona, ' +
      'ocitocina, nitrazepam, midazolan, cetamina, esketamina, spravato, dexmedetomidina, sufentanil, flurazepam, ' +
      'buspirona, buspirone, hidroxizina, hydroxyzine, propiltiouracil, metimazol, tapazol, pamelor, tofranil, ' +
      'imipramina, clomipramina, anafranil, melleril, levomepromazina, neozine, amplictil, clorpromazina, ' +
      'chlorpromazine, vortioxetina, brintellix, trintellix, agomelatina, desvenlafaxine, rexulti, vraylar, ' +
      'methotrexato, leflunomida, colchicine, allopurinol, probenecida, zoledronato, acido zoledronico, ' +
      'risedronato, denosumabe, prolia, teriparatida, levocetirizina, bilastina, sumatriptan, rizatriptana, ' +
      'toxina botulinica',
  },
];
