/** Wide kinds that stand for several; read by `readCategories`. */
export const groups = `
eating > restaurant fast_food cafe food_court pub biergarten bar ice_cream
food, food and drink, somewhere to eat, eating out, dining, lunch, dinner, breakfast
manger, nourriture, où manger, repas
Essen, Essen und Trinken, Gastronomie, Mittagessen, Abendessen
comida, comer, dónde comer, cenar, almorzar
mangiare, cibo, dove mangiare, ristorazione, pranzo, cena
menjar, on menjar, sopar, dinar
comida, comer, onde comer, almoço, jantar
eten, eten en drinken, horeca, uit eten

drinking > bar pub biergarten cafe nightclub
drinks, nightlife, drinking
boire un verre, vie nocturne, boissons et bars
Ausgehen, Nachtleben, etwas trinken
copas, vida nocturna, beber
vita notturna, bere qualcosa
vida nocturna, fer una copa, beure
vida noturna, beber um copo
uitgaan, nachtleven, drinken

lodging > hotel hostel guest_house motel apartment camp_site caravan_site alpine_hut
accommodation, lodging, place to stay/places to stay, hotels and hostels, accommodations
hébergement+s, logement+s, où dormir, dormir
Unterkunft/Unterkünfte, Übernachtung+en, Beherbergung
alojamiento+s, dónde dormir, hospedaje+s
alloggio/alloggi, dove dormire, pernottamento
allotjament+s, on dormir
alojamento+s, hospedagem, onde dormir
accommodatie+s, overnachting+en, logies, verblijf

public_transport > bus_stop bus_station train_station subway_station tram_stop ferry_terminal
public transport, transport, public transportation, transit, transit stop+s
transport+s, transports en commun, transport public
öffentliche Verkehrsmittel, ÖPNV, Verkehr, Nahverkehr
transporte+s, transporte público
trasporto/trasporti, trasporto pubblico, trasporti pubblici, mezzi pubblici
transport+s, transport públic
transporte+s, transporte público, transportes públicos
openbaar vervoer, OV, vervoer

medical > hospital clinic doctor dentist pharmacy
health, healthcare, medical help, medical
santé, soins médicaux
Gesundheit, medizinische Hilfe, Medizin
salud, asistencia médica, sanidad
salute, sanità, assistenza medica
salut, assistència mèdica, sanitat
saúde, assistência médica
gezondheid, gezondheidszorg, medische hulp

cash > atm bank bureau_de_change
cash, money
argent, argent liquide, espèces
Bargeld, Geld
dinero, efectivo
contanti, soldi, denaro
efectiu, diners en efectiu
dinheiro
contant geld, geld

education > school kindergarten university college language_school music_school
education, educational institution+s
éducation, enseignement, établissement scolaire/établissements scolaires
Bildung, Bildungseinrichtung+en
educación, enseñanza, centro educativo/centros educativos
istruzione, istituto scolastico/istituti scolastici
educació, ensenyament, centre educatiu/centres educatius
educação, ensino, estabelecimento de ensino
onderwijs, onderwijsinstelling+en

sightseeing > attraction museum monument castle ruins viewpoint artwork tower gallery zoo church
things to see, tourism, things to do, points of interest
tourisme, que voir, que visiter, à visiter
Tourismus, Ausflugsziel+e
turismo, qué ver, qué visitar
turismo, cosa vedere, da visitare
turisme, què veure, què visitar
turismo, o que ver, o que visitar
toerisme, wat te zien, uitstapjes

sport > sports_centre fitness_centre stadium pitch swimming_pool tennis football golf_course ice_rink climbing
sport+s, sports facility/sports facilities
sport+s, équipement sportif/équipements sportifs
Sport, Sportstätte+n
deporte+s, instalación deportiva/instalaciones deportivas
sport, impianto sportivo/impianti sportivi
esport+s, instal·lació esportiva/instal·lacions esportives
desporto+s, esporte+s, instalação desportiva
sport+en, sportvoorziening+en

bicycle > bicycle_shop bicycle_rental bicycle_parking bicycle_repair
bicycle+s, bike+s, cycling
vélo+s, cyclisme
Fahrrad/Fahrräder, Rad/Räder
bicicleta+s, bici+s, ciclismo
bicicletta/biciclette, bici, ciclismo
bicicleta/bicicletes, bici+s, ciclisme
bicicleta+s, ciclismo
fiets+en, wielrennen
`
