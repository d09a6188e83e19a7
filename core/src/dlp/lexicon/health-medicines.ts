// SPDX-License-Identifier: Apache-2.0
/**
 * Medicines by brand and by substance. One of them proves little, since pharmacies stock and sell them. With a dose, a
 * person or another health word it counts.
 */
import type { VocabularyLine } from './entry.ts';
import { WEIGHT } from './health-vocabulary.ts';
import { LABEL, maskOf } from './label.ts';

export const HEALTH_MEDICINES: readonly VocabularyLine[] = [
  {
    // The most prescribed medicines.
    labels: maskOf(LABEL.HEALTH),
    weight: WEIGHT.MEDIUM,
    phrases:
      'losartana, losartan, enalapril, captopril, lisinopril, ramipril, valsartana, valsartan, candesartana, ' +
      'olmesartana, telmisartana, anlodipino, amlodipine, nifedipino, atenolol, metoprolol, carvedilol, ' +
      'propranolol, bisoprolol, hidroclorotiazida, hydrochlorothiazide, furosemida, furosemide, ' +
      'espironolactona, spironolactone, sinvastatina, simvastatin, atorvastatina, atorvastatin, rosuvastatina, ' +
      'rosuvastatin, metformina, metformin, glibenclamida, gliclazida, glifage, glipizide, dapagliflozina, ' +
      'forxiga, jardiance, empagliflozina, semaglutida, ozempic, wegovy, mounjaro, tirzepatida, tirzepatide, ' +
      'liraglutida, saxenda, victoza, semaglutide, lantus, novorapid, humalog, levotiroxina, levothyroxine, ' +
      'puran, synthroid, omeprazol, omeprazole, pantoprazol, pantoprazole, esomeprazol, fluoxetina, ' +
      'fluoxetine, prozac, sertralina, sertraline, zoloft, escitalopram, lexapro, citalopram, paroxetina, ' +
      'paroxetine, venlafaxina, venlafaxine, desvenlafaxina, duloxetina, duloxetine, bupropiona, bupropion, ' +
      'wellbutrin, mirtazapina, trazodona, trazodone, amitriptilina, amitriptyline, nortriptilina, clonazepam, ' +
      'rivotril, alprazolam, xanax, diazepam, valium, lorazepam, bromazepam, zolpidem, ambien, quetiapina, ' +
      'quetiapine, seroquel, risperidona, risperidone, olanzapina, olanzapine, aripiprazol, aripiprazole, ' +
      'haloperidol, haldol, clozapina, clozapine, litio, lithium, carbolitium, lamotrigina, lamotrigine, ' +
      'carbamazepina, tegretol, depakote, acido valproico, valproato, valproate, topiramato, topiramate, ' +
      'gabapentina, gabapentin, pregabalina, pregabalin, lyrica, fenitoina, fenobarbital, gardenal, ' +
      'levetiracetam, keppra, metilfenidato, methylphenidate, ritalina, ritalin, venvanse, lisdexanfetamina, ' +
      'adderall, concerta, donepezila, donepezil, memantina, levodopa, prolopa, tramadol, codeina, codeine, ' +
      'morfina, morphine, oxicodona, oxycodone, oxycontin, fentanil, fentanyl, metadona, methadone, ' +
      'naltrexona, buprenorphine, dipirona, novalgina, paracetamol, acetaminophen, tylenol, ibuprofeno, ' +
      'ibuprofen, advil, nimesulida, diclofenaco, cetoprofeno, naproxeno, naproxen, meloxicam, aspirina, ' +
      'aspirin, prednisona, prednisone, prednisolona, dexametasona, dexamethasone, hidrocortisona, ' +
      'amoxicilina, amoxicillin, azitromicina, azithromycin, cefalexina, ceftriaxona, ciprofloxacino, ' +
      'ciprofloxacin, levofloxacino, clavulanato, penicilina, benzetacil, doxiciclina, aciclovir, acyclovir, ' +
      'fluconazol, ivermectina, hidroxicloroquina, tenofovir, lamivudina, dolutegravir, efavirenz, atazanavir, ' +
      'zidovudina, azt, truvada, biktarvy, varfarina, warfarin, marevan, rivaroxabana, xarelto, apixabana, ' +
      'eliquis, clopidogrel, enoxaparina, heparina, heparin, salbutamol, albuterol, aerolin, budesonida, ' +
      'formoterol, seretide, montelucaste, loratadina, tamoxifeno, tamoxifen, anastrozol, letrozol, ' +
      'metotrexato, methotrexate, rituximabe, adalimumabe, humira, infliximabe, trastuzumabe, imatinibe, ' +
      'cisplatina, paclitaxel, docetaxel, capecitabina, azatioprina, tacrolimo, sildenafila, viagra, ' +
      'tadalafila, cialis, finasterida, testosterona, estradiol, progesterona, anticoncepcional, misoprostol, ' +
      'roacutan, isotretinoina, buscopan, dramin, ondansetrona, metoclopramida, tansulosina, alendronato, ' +
      'carbonato de calcio, sulfato ferroso, acido folico, vitamina d, colchicina, alopurinol, ropivacaina, ' +
      'lidocaina, midazolam, propofol',
  },
  {
    // Medicines that the known endings miss.
    labels: maskOf(LABEL.HEALTH),
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
