/** Parks and sport; read by `readCategories`. */
export const leisure = `
park: leisure=park
park+s, public park+s
parc+s, jardin public/jardins publics
Park+s, Parkanlage+n, Grünanlage+n
parque+s
parco/parchi, giardini pubblici
parc+s
parque+s
park+en

garden!: leisure=garden+name=* leisure=garden+garden:type=botanical
garden+s, botanical garden+s
jardin+s, jardin botanique/jardins botaniques
Garten/Gärten, botanischer Garten/botanische Gärten
jardín/jardines, jardín botánico/jardines botánicos
giardino/giardini, orto botanico/orti botanici
jardí/jardins, jardí botànic/jardins botànics
jardim/jardins, jardim botânico/jardins botânicos
tuin+en, botanische tuin/botanische tuinen

playground!: leisure=playground
playground+s, play area+s
aire de jeux/aires de jeux, jeux pour enfants
Spielplatz/Spielplätze
parque infantil/parques infantiles, zona de juegos
parco giochi, parchi giochi, area giochi
parc infantil/parcs infantils, zona de jocs
parque infantil/parques infantis, parquinho+s
speeltuin+en, speelplaats+en

dog_park: leisure=dog_park
dog park+s
parc à chiens/parcs à chiens, parc canin/parcs canins
Hundeauslauf, Hundepark+s, Hundewiese+n
parque para perros/parques para perros, parque canino
area cani/aree cani, parco per cani
parc per a gossos/parcs per a gossos, pipicà
parque canino/parques caninos, parque para cães
hondenlosloopgebied+en, hondenspeelweide+n

nature_reserve: leisure=nature_reserve boundary=national_park boundary=protected_area+name=*
nature reserve+s, national park+s, protected area+s
réserve naturelle/réserves naturelles, parc national/parcs nationaux, parc naturel/parcs naturels
Naturschutzgebiet+e, Nationalpark+s, Naturpark+s
reserva natural/reservas naturales, parque nacional/parques nacionales, parque natural
riserva naturale/riserve naturali, parco nazionale/parchi nazionali
reserva natural/reserves naturals, parc nacional/parcs nacionals, parc natural/parcs naturals
reserva natural/reservas naturais, parque nacional/parques nacionais, parque natural
natuurreservaat/natuurreservaten, natuurgebied+en, nationaal park/nationale parken

picnic_site: tourism=picnic_site leisure=picnic_table amenity=bbq
picnic site+s, picnic area+s, picnic table+s, barbecue+s, BBQ
aire de pique-nique/aires de pique-nique, table de pique-nique, barbecue+s
Picknickplatz/Picknickplätze, Picknicktisch+e, Grillplatz/Grillplätze
merendero+s, área de picnic/áreas de picnic, barbacoa+s
area picnic/aree picnic, tavolo da picnic, barbecue
àrea de pícnic/àrees de pícnic, barbacoa/barbacoes
parque de merendas/parques de merendas, área de piquenique, churrasqueira+s
picknickplaats+en, picknicktafel+s, barbecueplaats

shelter: amenity=shelter+shelter_type=!public_transport
shelter+s
abri+s
Unterstand/Unterstände, Schutzdach/Schutzdächer
cobertizo+s, marquesina+s
riparo/ripari, tettoia/tettoie
aixopluc+s, cobert+s
abrigo+s
schuilplaats+en, afdak+en

sports_centre: leisure=sports_centre leisure=sports_hall
sports centre+s, sports center+s, leisure centre+s, sports hall+s
centre sportif/centres sportifs, complexe sportif/complexes sportifs, gymnase+s
Sportzentrum/Sportzentren, Sporthalle+n, Sportanlage+n, Turnhalle+n
polideportivo+s, centro deportivo/centros deportivos, pabellón deportivo
centro sportivo/centri sportivi, palazzetto dello sport, palestra comunale
poliesportiu+s, centre esportiu/centres esportius, pavelló esportiu
centro desportivo/centros desportivos, centro esportivo, pavilhão desportivo
sportcentrum/sportcentra, sporthal+len

fitness_centre: leisure=fitness_centre leisure=fitness_station
gym+s, fitness centre+s, fitness center+s, fitness studio+s, fitness
salle de sport/salles de sport, salle de fitness, fitness, musculation
Fitnessstudio+s, Fitnesscenter, Fitness
gimnasio+s, fitness
palestra/palestre, fitness
gimnàs/gimnasos, fitness
ginásio+s, academia+s, fitness
sportschool/sportscholen, fitnesscentrum/fitnesscentra, fitness

stadium: leisure=stadium
stadium+s, stadia, arena+s
stade+s
Stadion/Stadien, Arena/Arenen
estadio+s
stadio/stadi
estadi+s
estádio+s
stadion+s, sportstadion+s

pitch!: leisure=pitch leisure=track
pitch+es, sports field+s, playing field+s, sports ground+s
terrain de sport/terrains de sport, city stade
Sportplatz/Sportplätze, Bolzplatz/Bolzplätze, Spielfeld+er
campo de deportes/campos de deportes, pista deportiva/pistas deportivas, cancha+s
campo sportivo/campi sportivi
camp d'esports/camps d'esports, pista esportiva/pistes esportives
campo desportivo/campos desportivos, quadra+s
sportveld+en

football!: leisure=pitch+sport=soccer
football pitch+es, soccer field+s, football field+s, football ground+s
terrain de football/terrains de football, terrain de foot, foot
Fußballplatz/Fußballplätze, Fußballfeld+er
campo de fútbol/campos de fútbol, cancha de fútbol
campo da calcio/campi da calcio
camp de futbol/camps de futbol
campo de futebol/campos de futebol
voetbalveld+en

tennis!: leisure=pitch+sport=tennis leisure=sports_centre+sport=tennis
tennis court+s, tennis
court de tennis/courts de tennis, terrain de tennis, tennis
Tennisplatz/Tennisplätze, Tennis
pista de tenis/pistas de tenis, cancha de tenis, tenis
campo da tennis/campi da tennis, tennis
pista de tennis/pistes de tennis, tennis
campo de ténis/campos de ténis, quadra de tênis, ténis
tennisbaan/tennisbanen, tennis

basketball!: leisure=pitch+sport=basketball
basketball court+s, basketball
terrain de basket/terrains de basket, basket
Basketballplatz/Basketballplätze, Basketball
cancha de baloncesto/canchas de baloncesto, pista de baloncesto, baloncesto
campo da basket/campi da basket, basket
pista de bàsquet/pistes de bàsquet, bàsquet
campo de basquetebol/campos de basquetebol, quadra de basquete
basketbalveld+en, basketbal

swimming_pool!: leisure=swimming_pool leisure=sports_centre+sport=swimming
swimming pool+s, pool+s, indoor pool+s, outdoor pool+s, lido+s
piscine+s, piscine municipale
Schwimmbad/Schwimmbäder, Hallenbad/Hallenbäder, Freibad/Freibäder, Schwimmhalle+n
piscina+s, alberca+s
piscina/piscine
piscina/piscines
piscina+s
zwembad+en

water_park: leisure=water_park
water park+s, waterpark+s
parc aquatique/parcs aquatiques
Erlebnisbad/Erlebnisbäder, Wasserpark+s, Spaßbad/Spaßbäder
parque acuático/parques acuáticos
parco acquatico/parchi acquatici, acquapark
parc aquàtic/parcs aquàtics
parque aquático/parques aquáticos
waterpark+en, subtropisch zwemparadijs

spa: leisure=sauna amenity=spa natural=hot_spring leisure=bathing_place
sauna+s, hot spring+s, thermal bath+s, wellness
sauna+s, source chaude/sources chaudes, thermes, bain thermal
Sauna+s, heiße Quelle/heiße Quellen, Therme+n, Thermalbad/Thermalbäder
sauna+s, aguas termales, balneario+s, termas
sauna/saune, terme, sorgente termale/sorgenti termali
sauna/saunes, aigües termals, balneari+s, termes
sauna+s, termas, águas termais, fonte termal
sauna+s, warmwaterbron+nen, thermen
`
