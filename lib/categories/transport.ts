/** Read by `readCategories`. */
export const transport = `
bus_stop: highway=bus_stop public_transport=platform+bus=yes
bus stop+s, stop+s
arrêt de bus/arrêts de bus, arrêt+s, arrêt d'autobus
Bushaltestelle+n, Haltestelle+n
parada de autobús/paradas de autobús, parada+s, parada de bus
fermata dell'autobus/fermate dell'autobus, fermata/fermate, fermata bus
parada d'autobús/parades d'autobús, parada/parades, parada de bus
paragem de autocarro/paragens de autocarro, ponto de ônibus/pontos de ônibus, paragem/paragens
bushalte+s, halte+s

bus_station: amenity=bus_station public_transport=station+bus=yes
bus station+s, coach station+s, bus terminal+s
gare routière/gares routières, station de bus
Busbahnhof/Busbahnhöfe, ZOB, Omnibusbahnhof
estación de autobuses/estaciones de autobuses, terminal de autobuses
autostazione/autostazioni, stazione degli autobus
estació d'autobusos/estacions d'autobusos
estação rodoviária/estações rodoviárias, terminal rodoviário, rodoviária+s
busstation+s

train_station: railway=station+station=!subway railway=halt
train station+s, railway station+s, station+s
gare+s, gare ferroviaire, station+s
Bahnhof/Bahnhöfe, Hauptbahnhof/Hauptbahnhöfe
estación de tren/estaciones de tren, estación/estaciones, estación de ferrocarril
stazione/stazioni, stazione ferroviaria/stazioni ferroviarie, stazione dei treni
estació de tren/estacions de tren, estació/estacions
estação de comboios/estações de comboios, estação/estações, estação ferroviária, estação de trem
treinstation+s, station+s

subway_station: railway=station+station=subway railway=station+subway=yes railway=subway_entrance
subway station+s, metro station+s, underground station+s, subway, metro, tube station+s
station de métro/stations de métro, métro+s
U-Bahnhof/U-Bahnhöfe, U-Bahn-Station+en, U-Bahn
estación de metro/estaciones de metro, metro
stazione della metropolitana/stazioni della metropolitana, metropolitana, metro
estació de metro/estacions de metro, metro
estação de metro/estações de metro, metro, metrô
metrostation+s, metro

tram_stop: railway=tram_stop public_transport=platform+tram=yes
tram stop+s, tram+s, streetcar stop+s, light rail
arrêt de tram/arrêts de tram, tramway+s, station de tramway
Straßenbahnhaltestelle+n, Tramhaltestelle+n, Straßenbahn, Tram
parada de tranvía/paradas de tranvía, tranvía+s
fermata del tram/fermate del tram, tram
parada de tramvia/parades de tramvia, tramvia
paragem de elétrico/paragens de elétrico, elétrico+s, bonde+s
tramhalte+s, tram+s

airport: aeroway=aerodrome aeroway=international_airport
airport+s, airfield+s, aerodrome+s
aéroport+s, aérodrome+s
Flughafen/Flughäfen, Flugplatz/Flugplätze
aeropuerto+s, aeródromo+s
aeroporto/aeroporti, aerodromo/aerodromi
aeroport+s, aeròdrom+s
aeroporto+s, aeródromo+s
luchthaven+s, vliegveld+en

helipad: aeroway=helipad aeroway=heliport
helipad+s, heliport+s
hélisurface+s, héliport+s
Hubschrauberlandeplatz/Hubschrauberlandeplätze, Heliport+s
helipuerto+s
eliporto/eliporti, elisuperficie
heliport+s
heliporto+s, heliponto+s
helihaven+s, helikopterplatform+s

ferry_terminal: amenity=ferry_terminal
ferry terminal+s, ferry, ferries, ferry landing+s
gare maritime/gares maritimes, embarcadère+s, ferry
Fähranleger, Fähre+n, Fährhafen/Fährhäfen
terminal de ferry/terminales de ferry, embarcadero+s, ferry
terminal traghetti, imbarcadero/imbarcaderi, traghetto/traghetti
terminal de ferri, embarcador+s, ferri
terminal de ferry/terminais de ferry, cais de embarque, balsa+s
veerhaven+s, veerpont+en, veerboot/veerboten

taxi: amenity=taxi
taxi+s, taxi rank+s, taxi stand+s, cab+s
taxi+s, station de taxi/stations de taxi, station de taxis
Taxi+s, Taxistand/Taxistände
taxi+s, parada de taxis/paradas de taxis
taxi, posteggio taxi, stazione dei taxi
taxi+s, parada de taxis/parades de taxis
táxi+s, praça de táxis/praças de táxis, ponto de táxi
taxi+s, taxistandplaats+en

cable_car: aerialway=station aerialway=cable_car aerialway=gondola
cable car+s, gondola lift+s, gondola+s, aerial tramway+s
téléphérique+s, télécabine+s, téléférique+s
Seilbahn+en, Gondelbahn+en, Bergbahn+en
teleférico+s, telecabina+s
funivia/funivie, cabinovia/cabinovie, telecabina
telefèric+s, telecabina/telecabines
teleférico+s, telecabine+s
kabelbaan/kabelbanen, gondelbaan

ski_lift: aerialway=chair_lift aerialway=drag_lift aerialway=t-bar aerialway=platter aerialway=magic_carpet
ski lift+s, chairlift+s, chair lift+s, drag lift+s
télésiège+s, téléski+s, remontée mécanique/remontées mécaniques
Skilift+e, Sessellift+e, Schlepplift+e
telesilla+s, telesquí+s, remonte+s
seggiovia/seggiovie, skilift, impianto di risalita/impianti di risalita
telecadira/telecadires, teleesquí+s, remuntador+s
telesquí+s, teleski+s, teleférico de esqui
skilift+en, stoeltjeslift+en, sleeplift+en

marina: leisure=marina landuse=harbour harbour=yes
marina+s, harbour+s, harbor+s, yacht harbour+s, port+s
marina+s, port de plaisance/ports de plaisance, port+s
Jachthafen/Jachthäfen, Marina+s, Hafen/Häfen, Bootshafen
puerto deportivo/puertos deportivos, marina+s, puerto+s
porto turistico/porti turistici, marina/marine, porto/porti
port esportiu/ports esportius, marina/marines, port+s
marina+s, porto de recreio/portos de recreio, porto+s
jachthaven+s, marina+s, haven+s

pier: man_made=pier leisure=slipway
pier+s, jetty/jetties, slipway+s, boat ramp+s
jetée+s, ponton+s, rampe de mise à l'eau
Anlegesteg+e, Steg+e, Pier+s, Slipanlage+n
muelle+s, embarcadero pequeño, rampa de botadura
molo/moli, pontile/pontili, scivolo per barche
moll+s, passarel·la/passarel·les, rampa de varada
cais, molhe+s, pontão/pontões, rampa de barcos
steiger+s, pier+en, trailerhelling+en
`
