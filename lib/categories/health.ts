/** Health and education; read by `readCategories`. */
export const health = `
pharmacy: amenity=pharmacy healthcare=pharmacy
pharmacy/pharmacies, chemist+s, drugstore+s, drug store+s
pharmacie+s
Apotheke+n
farmacia+s
farmacia/farmacie
farmàcia/farmàcies
farmácia+s
apotheek/apotheken

hospital: amenity=hospital healthcare=hospital
hospital+s, emergency room+s, infirmary/infirmaries
hôpital/hôpitaux, centre hospitalier/centres hospitaliers, urgences
Krankenhaus/Krankenhäuser, Klinikum/Kliniken, Spital/Spitäler, Notaufnahme+n
hospital+es, urgencias
ospedale/ospedali, pronto soccorso
hospital+s, urgències
hospital/hospitais, urgências
ziekenhuis/ziekenhuizen, hospitaal, spoedeisende hulp

clinic: amenity=clinic healthcare=clinic healthcare=centre
clinic+s, health centre+s, health center+s, medical center+s, medical centre+s
clinique+s, centre de santé/centres de santé, maison médicale
Ärztehaus/Ärztehäuser, Poliklinik+en, Gesundheitszentrum/Gesundheitszentren, Klinik
clínica+s, centro de salud/centros de salud, ambulatorio+s
clinica/cliniche, poliambulatorio/poliambulatori, ambulatorio/ambulatori
clínica/clíniques, centre de salut/centres de salut, ambulatori+s
clínica+s, centro de saúde/centros de saúde
kliniek+en, gezondheidscentrum/gezondheidscentra, polikliniek+en

doctor: amenity=doctors healthcare=doctor
doctor+s, physician+s, GP, surgery, general practitioner+s, doctor's office
médecin+s, docteur+s, cabinet médical/cabinets médicaux, généraliste+s
Arzt/Ärzte, Arztpraxis/Arztpraxen, Hausarzt/Hausärzte, Doktor
médico+s, consultorio médico/consultorios médicos, doctor+es
medico/medici, studio medico/studi medici, dottore/dottori
metge+s, consulta mèdica/consultes mèdiques, doctor+s
médico+s, consultório médico/consultórios médicos, doutor+es
huisarts+en, dokter+s, artsenpraktijk+en, arts+en

dentist: amenity=dentist healthcare=dentist
dentist+s, dental clinic+s, dental practice+s, orthodontist+s
dentiste+s, cabinet dentaire/cabinets dentaires, orthodontiste+s
Zahnarzt/Zahnärzte, Zahnarztpraxis/Zahnarztpraxen, Kieferorthopäde+n
dentista+s, clínica dental/clínicas dentales, odontólogo+s
dentista/dentisti, studio dentistico/studi dentistici
dentista/dentistes, clínica dental/clíniques dentals
dentista+s, clínica dentária/clínicas dentárias
tandarts+en, tandartspraktijk+en

veterinary: amenity=veterinary
veterinarian+s, vet+s, veterinary clinic+s, animal hospital+s
vétérinaire+s, clinique vétérinaire/cliniques vétérinaires
Tierarzt/Tierärzte, Tierarztpraxis/Tierarztpraxen, Tierklinik+en
veterinario+s, clínica veterinaria/clínicas veterinarias
veterinario/veterinari, clinica veterinaria/cliniche veterinarie
veterinari+s, clínica veterinària/clíniques veterinàries
veterinário+s, clínica veterinária/clínicas veterinárias
dierenarts+en, dierenkliniek+en

physiotherapist: healthcare=physiotherapist
physiotherapist+s, physiotherapy, physical therapist+s, physical therapy, physio+s
kinésithérapeute+s, physiothérapeute+s, kiné+s
Physiotherapeut+en, Physiotherapie, Krankengymnastik
fisioterapeuta+s, fisioterapia
fisioterapista/fisioterapisti, fisioterapia
fisioterapeuta/fisioterapeutes, fisioteràpia
fisioterapeuta+s, fisioterapia
fysiotherapeut+en, fysiotherapie

nursing_home: amenity=nursing_home social_facility=nursing_home social_facility=assisted_living
nursing home+s, retirement home+s, care home+s, old people's home
maison de retraite/maisons de retraite, EHPAD
Altenheim+e, Pflegeheim+e, Seniorenheim+e, Altersheim+e
residencia de ancianos/residencias de ancianos, asilo+s
casa di riposo/case di riposo, residenza per anziani
residència de gent gran/residències de gent gran, geriàtric+s
lar de idosos/lares de idosos, casa de repouso
verpleeghuis/verpleeghuizen, verzorgingshuis/verzorgingshuizen, bejaardentehuis

defibrillator: emergency=defibrillator
defibrillator+s, AED+s
défibrillateur+s, DAE
Defibrillator+en, Defi+s, AED
desfibrilador+es, DEA
defibrillatore/defibrillatori, DAE
desfibril·lador+s, DEA
desfibrilhador+es, desfibrilador+es, DAE
defibrillator+en, AED

school: amenity=school
school+s, primary school+s, high school+s, secondary school+s, elementary school+s
école+s, collège+s, lycée+s
Schule+n, Grundschule+n, Gymnasium/Gymnasien, Realschule+n
escuela+s, colegio+s, instituto+s
scuola/scuole, liceo/licei
escola/escoles, col·legi+s, institut+s
escola+s, colégio+s, liceu+s
school/scholen, basisschool/basisscholen, middelbare school

kindergarten: amenity=kindergarten amenity=childcare
kindergarten+s, nursery/nurseries, preschool+s, day care, childcare, nursery school+s
école maternelle/écoles maternelles, maternelle+s, crèche+s, garderie+s, jardin d'enfants
Kindergarten/Kindergärten, Kita+s, Kindertagesstätte+n, Krippe+n
guardería+s, jardín de infancia/jardines de infancia, escuela infantil/escuelas infantiles
asilo/asili, scuola materna/scuole materne, asilo nido/asili nido, scuola dell'infanzia
llar d'infants/llars d'infants, guarderia/guarderies, escola bressol/escoles bressol
jardim de infância/jardins de infância, creche+s, infantário+s
kleuterschool/kleuterscholen, kinderdagverblijf/kinderdagverblijven, crèche+s, peuterspeelzaal

university: amenity=university
university/universities, campus/campuses
université+s, faculté+s
Universität+en, Uni+s, Hochschule+n
universidad+es, facultad+es
università, ateneo/atenei
universitat+s, facultat+s
universidade+s, faculdade+s
universiteit+en

college: amenity=college
college+s, further education, vocational school+s
établissement d'enseignement supérieur, lycée professionnel, institut+s
Fachschule+n, Berufsschule+n, College+s
centro de formación profesional/centros de formación profesional, escuela técnica
istituto superiore/istituti superiori, istituto tecnico/istituti tecnici
centre de formació/centres de formació, escola tècnica
instituto superior/institutos superiores, escola técnica
hogeschool/hogescholen, beroepsschool/beroepsscholen

driving_school: amenity=driving_school
driving school+s
auto-école+s
Fahrschule+n
autoescuela+s
autoscuola/autoscuole, scuola guida/scuole guida
autoescola/autoescoles
escola de condução/escolas de condução, autoescola+s
rijschool/rijscholen

language_school: amenity=language_school
language school+s
école de langues/écoles de langues
Sprachschule+n
escuela de idiomas/escuelas de idiomas
scuola di lingue/scuole di lingue
escola d'idiomes/escoles d'idiomes
escola de línguas/escolas de línguas, escola de idiomas
talenschool/talenscholen, taleninstituut

music_school: amenity=music_school
music school+s, conservatory/conservatories
école de musique/écoles de musique, conservatoire+s
Musikschule+n, Konservatorium/Konservatorien
escuela de música/escuelas de música, conservatorio+s
scuola di musica/scuole di musica, conservatorio/conservatori
escola de música/escoles de música, conservatori+s
escola de música/escolas de música, conservatório+s
muziekschool/muziekscholen, conservatorium
`
