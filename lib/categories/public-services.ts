/** Money, mail, authorities and street furniture; read by `readCategories`. */
export const publicServices = `
atm: amenity=atm amenity=bank+atm=yes
ATM+s, cash machine+s, cashpoint+s, cash dispenser+s
distributeur+s, distributeur de billets/distributeurs de billets, DAB, guichet automatique
Geldautomat+en, Bankautomat+en, Bankomat+en
cajero automático/cajeros automáticos, cajero+s
bancomat, sportello automatico/sportelli automatici
caixer automàtic/caixers automàtics, caixer+s
multibanco+s, caixa automático/caixas automáticos, caixa eletrônico/caixas eletrônicos
geldautomaat/geldautomaten, pinautomaat/pinautomaten, bankautomaat

bank: amenity=bank
bank+s
banque+s
Bank+en, Sparkasse+n
banco+s, caja de ahorros/cajas de ahorros
banca/banche, banco/banchi
banc+s, caixa d'estalvis
banco+s
bank+en

bureau_de_change: amenity=bureau_de_change
currency exchange+s, bureau de change, money exchange, exchange office+s
bureau de change/bureaux de change
Wechselstube+n, Geldwechsel
casa de cambio/casas de cambio, cambio de divisas
cambiavalute, ufficio di cambio
casa de canvi/cases de canvi, canvi de divises
casa de câmbio/casas de câmbio
wisselkantoor/wisselkantoren, geldwisselkantoor

post_office: amenity=post_office
post office+s, post
bureau de poste/bureaux de poste, poste+s, la poste
Postamt/Postämter, Post, Postfiliale+n
oficina de correos/oficinas de correos, correos
ufficio postale/uffici postali, posta, poste
oficina de correus/oficines de correus, correus
correio+s, estação de correios, posto de correios
postkantoor/postkantoren, post

post_box: amenity=post_box
post box+es, postbox+es, mailbox+es, letter box+es
boîte aux lettres/boîtes aux lettres
Briefkasten/Briefkästen
buzón/buzones
cassetta postale/cassette postali, buca delle lettere/buche delle lettere
bústia/bústies
caixa de correio/caixas de correio, marco do correio
brievenbus+sen

parcel_locker: amenity=parcel_locker
parcel locker+s, package locker+s
consigne à colis/consignes à colis, point colis
Packstation+en, Paketautomat+en
taquilla de paquetes/taquillas de paquetes
armadietto per pacchi/armadietti per pacchi
taquilla de paquets/taquilles de paquets
cacifo de encomendas/cacifos de encomendas
pakketautomaat/pakketautomaten, pakketkluis

police: amenity=police
police station+s, police
commissariat+s, police, gendarmerie+s, poste de police
Polizei, Polizeistation+en, Polizeiwache+n, Polizeirevier+e
comisaría+s, policía
polizia, commissariato/commissariati, carabinieri, questura/questure
comissaria/comissaries, policia
esquadra+s, polícia, delegacia+s
politiebureau+s, politie

fire_station: amenity=fire_station
fire station+s, fire department+s, fire brigade
caserne de pompiers/casernes de pompiers, pompiers
Feuerwehr+en, Feuerwache+n, Feuerwehrhaus/Feuerwehrhäuser
parque de bomberos/parques de bomberos, bomberos
caserma dei vigili del fuoco, vigili del fuoco, pompieri
parc de bombers/parcs de bombers, bombers
quartel de bombeiros/quartéis de bombeiros, bombeiros
brandweerkazerne+s, brandweer

townhall: amenity=townhall
town hall+s, city hall+s
mairie+s, hôtel de ville/hôtels de ville
Rathaus/Rathäuser, Gemeindeamt/Gemeindeämter, Gemeindehaus
ayuntamiento+s, casa consistorial
municipio/municipi, comune/comuni, palazzo comunale
ajuntament+s, comú/comuns, casa de la vila
câmara municipal/câmaras municipais, prefeitura+s
gemeentehuis/gemeentehuizen, stadhuis/stadhuizen

government: office=government amenity=public_building office=administrative
government office+s, public office+s, authority/authorities
administration+s, bureau administratif, préfecture+s
Behörde+n, Amt/Ämter, Verwaltung+en
oficina del gobierno, administración pública, oficina pública
ufficio pubblico/uffici pubblici, ente pubblico
oficina del govern, administració pública, oficina pública
repartição pública/repartições públicas, serviço público
overheidskantoor/overheidskantoren, overheid

courthouse: amenity=courthouse
courthouse+s, court+s, law court+s
tribunal/tribunaux, palais de justice
Gericht+e, Amtsgericht+e, Justizpalast
juzgado+s, tribunal+es, palacio de justicia
tribunale/tribunali, palazzo di giustizia
jutjat+s, tribunal+s
tribunal/tribunais
rechtbank+en, gerechtsgebouw+en

prison: amenity=prison
prison+s, jail+s
prison+s
Gefängnis+se, Justizvollzugsanstalt+en
cárcel+es, prisión/prisiones
prigione/prigioni, carcere/carceri
presó/presons
prisão/prisões, cadeia+s
gevangenis+sen

embassy: amenity=embassy office=diplomatic
embassy/embassies, consulate+s
ambassade+s, consulat+s
Botschaft+en, Konsulat+e
embajada+s, consulado+s
ambasciata/ambasciate, consolato/consolati
ambaixada/ambaixades, consolat+s
embaixada+s, consulado+s
ambassade+s, consulaat/consulaten

community_centre: amenity=community_centre amenity=social_centre
community centre+s, community center+s, village hall+s
salle des fêtes/salles des fêtes, centre social, maison des associations, salle polyvalente
Gemeindezentrum/Gemeindezentren, Bürgerhaus/Bürgerhäuser, Vereinsheim+e
centro social/centros sociales, centro cívico/centros cívicos
centro civico/centri civici, centro sociale/centri sociali
centre cívic/centres cívics, casal+s
centro comunitário/centros comunitários, centro social
buurthuis/buurthuizen, gemeenschapscentrum/gemeenschapscentra, wijkcentrum

toilets!: amenity=toilets
toilets, toilet, public toilet+s, restroom+s, WC+s, bathroom+s, lavatory
toilettes, WC, sanisette+s, toilettes publiques
Toilette+n, WC+s, Klo+s, öffentliche Toilette/öffentliche Toiletten
aseos, servicios, baños públicos, baño+s, WC
bagno/bagni, toilette, servizi igienici, bagni pubblici, WC
lavabo+s, WC, serveis
casa de banho/casas de banho, banheiro+s, sanitários, WC
toilet+ten, openbaar toilet/openbare toiletten, wc+s

drinking_water: amenity=drinking_water amenity=water_point
drinking water, water fountain+s, drinking fountain+s, tap water
eau potable, point d'eau/points d'eau, fontaine à eau
Trinkwasser, Trinkbrunnen, Wasserstelle+n
agua potable, fuente de agua/fuentes de agua
acqua potabile, fontanella/fontanelle
aigua potable, font d'aigua
água potável, bebedouro+s
drinkwater, drinkfontein+en, watertappunt+en

shower: amenity=shower amenity=public_bath
shower+s, public bath+s, bathhouse+s
douche+s, bains publics
Dusche+n, öffentliches Bad
ducha+s, baños
doccia/docce, bagno pubblico
dutxa/dutxes, banys públics
chuveiro+s, duche+s, balneário+s
douche+s, badhuis/badhuizen

recycling: amenity=recycling amenity=waste_disposal
recycling, recycling centre+s, recycling point+s, bottle bank+s, recycling bin+s
déchetterie+s, déchèterie+s, recyclage, tri sélectif
Recyclinghof/Recyclinghöfe, Altglascontainer, Wertstoffhof/Wertstoffhöfe, Recycling
reciclaje, punto limpio/puntos limpios, contenedor+es
riciclaggio, isola ecologica/isole ecologiche, raccolta differenziata
reciclatge, deixalleria/deixalleries
reciclagem, ecoponto+s, ponto de reciclagem
recycling, milieustraat/milieustraten, glasbak+ken, containerpark+en

waste_basket: amenity=waste_basket
waste basket+s, trash can+s, litter bin+s, rubbish bin+s, bin+s
poubelle+s, corbeille+s
Mülleimer, Abfalleimer, Papierkorb/Papierkörbe
papelera+s
cestino/cestini, pattumiera/pattumiere
paperera/papereres
caixote do lixo/caixotes do lixo, lixeira+s, papeleira+s
prullenbak+ken, vuilnisbak+ken, afvalbak+ken

bench: amenity=bench
bench+es, seat+s
banc public/bancs publics
Sitzbank/Sitzbänke, Parkbank/Parkbänke
banco de parque/bancos de parque, asiento+s
panchina/panchine
banc de carrer/bancs de carrer, seient+s
banco de jardim/bancos de jardim
bankje+s, zitbank+en, parkbank+en

social_facility: amenity=social_facility
social facility/social facilities, social services, shelter for the homeless
service social/services sociaux, foyer social
soziale Einrichtung+en, Sozialdienst+e
servicio social/servicios sociales, centro de acogida
servizio sociale/servizi sociali, centro di accoglienza
servei social/serveis socials, centre d'acollida
serviço social/serviços sociais, centro de acolhimento
sociale voorziening+en, maatschappelijke opvang

vending_machine: amenity=vending_machine
vending machine+s, ticket machine+s
distributeur automatique/distributeurs automatiques
Automat+en, Verkaufsautomat+en, Fahrkartenautomat+en
máquina expendedora/máquinas expendedoras
distributore automatico/distributori automatici
màquina expenedora/màquines expenedores
máquina de venda automática/máquinas de venda automática
automaat/automaten, verkoopautomaat/verkoopautomaten

telephone: amenity=telephone
phone box+es, telephone+s, payphone+s, public phone
cabine téléphonique/cabines téléphoniques, téléphone+s
Telefonzelle+n, Telefon+e
cabina telefónica/cabinas telefónicas, teléfono público
cabina telefonica/cabine telefoniche, telefono pubblico
cabina telefònica/cabines telefòniques, telèfon públic
cabine telefónica/cabines telefónicas, orelhão/orelhões
telefooncel+len
`
