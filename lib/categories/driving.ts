/** Cars, bicycles and what they need; read by `readCategories`. */
export const driving = `
parking!: amenity=parking
parking, car park+s, parking lot+s, parking space+s, parking garage+s
parking+s, stationnement+s, parc de stationnement, aire de stationnement
Parkplatz/Parkplätze, Parkhaus/Parkhäuser, Parken, Tiefgarage+n
aparcamiento+s, parking, estacionamiento+s, parqueadero+s
parcheggio/parcheggi, posteggio auto, autorimessa/autorimesse
aparcament+s, pàrquing+s, pàrking
estacionamento+s, parque de estacionamento/parques de estacionamento
parkeerplaats+en, parkeergarage+s, parking+s, parkeren

fuel: amenity=fuel
petrol station+s, gas station+s, fuel station+s, filling station+s, fuel, petrol, gas
station-service/stations-service, essence, station essence, carburant
Tankstelle+n, Benzin, Tanken
gasolinera+s, estación de servicio/estaciones de servicio, gasolina, bencinera+s
distributore di benzina/distributori di benzina, stazione di servizio/stazioni di servizio, benzinaio/benzinai, benzina
benzinera/benzineres, gasolinera/gasolineres, estació de servei
posto de gasolina/postos de gasolina, bomba de gasolina/bombas de gasolina, posto de combustível, gasolina
tankstation+s, benzinestation+s, pompstation+s, benzine

charging_station: amenity=charging_station
charging station+s, EV charger+s, charging point+s, electric car charging
borne de recharge/bornes de recharge, station de recharge
Ladestation+en, Ladesäule+n, Stromtankstelle+n, E-Tankstelle+n
punto de recarga/puntos de recarga, estación de carga, cargador eléctrico
stazione di ricarica/stazioni di ricarica, colonnina di ricarica/colonnine di ricarica
punt de recàrrega/punts de recàrrega, carregador elèctric
posto de carregamento/postos de carregamento, estação de recarga
laadpaal/laadpalen, laadstation+s, oplaadpunt+en

rest_area: highway=rest_area highway=services
rest area+s, service area+s, motorway services, rest stop+s
aire de repos/aires de repos, aire d'autoroute, aire de service
Raststätte+n, Rastplatz/Rastplätze, Autobahnraststätte+n
área de descanso/áreas de descanso, área de servicio/áreas de servicio
area di sosta/aree di sosta, area di servizio/aree di servizio, autogrill
àrea de descans/àrees de descans, àrea de servei/àrees de servei
área de descanso/áreas de descanso, área de serviço/áreas de serviço
rustplaats+en, verzorgingsplaats+en

car_rental: amenity=car_rental
car rental+s, car hire, rent a car, rental cars
location de voitures/locations de voitures, location de voiture
Autovermietung+en, Mietwagen, Autoverleih
alquiler de coches, alquiler de autos, renta de autos
autonoleggio/autonoleggi, noleggio auto
lloguer de cotxes
aluguer de carros, aluguel de carros, rent-a-car
autoverhuur, huurauto+s

car_sharing: amenity=car_sharing
car sharing, carsharing, car club+s
autopartage
Carsharing, Car-Sharing
coche compartido/coches compartidos, carsharing
car sharing, auto condivisa
cotxe compartit/cotxes compartits, carsharing
partilha de carros, carsharing, carro compartilhado
autodelen, deelauto+s

car_wash: amenity=car_wash
car wash+es
lavage auto, station de lavage/stations de lavage, lave-auto
Autowaschanlage+n, Waschanlage+n, Waschstraße+n, Autowäsche
lavado de coches, lavadero de coches/lavaderos de coches, autolavado+s
autolavaggio/autolavaggi
rentat de cotxes, túnel de rentat
lavagem de carros, lavagem auto, lava-jato+s
autowasstraat/autowasstraten, wasstraat, carwash

car_repair: shop=car_repair shop=tyres
garage+s, car repair, mechanic+s, auto repair, car workshop+s, tyre shop+s
garage+s, garagiste+s, réparation automobile, mécanicien+s
Autowerkstatt/Autowerkstätten, Werkstatt/Werkstätten, Kfz-Werkstatt, Reifenhändler
taller mecánico/talleres mecánicos, taller de coches, taller+es
autofficina/autofficine, officina/officine, meccanico/meccanici, gommista/gommisti
taller mecànic/tallers mecànics, taller de cotxes
oficina mecânica/oficinas mecânicas, oficina de automóveis, mecânico+s
garage+s, autogarage+s, automonteur+s, autowerkplaats+en

car_dealer: shop=car
car dealer+s, car dealership+s, car showroom+s
concessionnaire+s, concession automobile/concessions automobiles
Autohaus/Autohäuser, Autohändler
concesionario+s, venta de coches
concessionaria/concessionarie, autosalone/autosaloni
concessionari+s, venda de cotxes
stand de automóveis/stands de automóveis, concessionária+s
autodealer+s, autobedrijf/autobedrijven

car_parts: shop=car_parts
car parts, auto parts, auto parts store+s
pièces automobiles, pièces auto
Autoteile, Autozubehör
repuestos de coche, recambios de coche, autopartes
autoricambi, ricambi auto
recanvis de cotxe
peças de automóveis, autopeças
auto-onderdelen, autoonderdelen

motorcycle: shop=motorcycle shop=motorcycle_repair amenity=motorcycle_parking
motorcycle shop+s, motorcycle parking, motorbike shop+s, motorcycles
magasin de motos/magasins de motos, parking moto, motos
Motorradgeschäft+e, Motorradparkplatz/Motorradparkplätze, Motorräder
tienda de motos/tiendas de motos, aparcamiento de motos, motos
negozio di moto/negozi di moto, parcheggio moto, concessionaria moto
botiga de motos/botigues de motos, aparcament de motos
loja de motos/lojas de motos, estacionamento de motos
motorzaak/motorzaken, motorparkeerplaats, motoren

bicycle_shop: shop=bicycle
bicycle shop+s, bike shop+s, bicycle store+s, bike repair+s
magasin de vélos/magasins de vélos, vélociste+s, réparation de vélos
Fahrradladen/Fahrradläden, Fahrradgeschäft+e, Fahrradwerkstatt/Fahrradwerkstätten
tienda de bicicletas/tiendas de bicicletas, taller de bicicletas
negozio di biciclette/negozi di biciclette, riparazione biciclette
botiga de bicicletes/botigues de bicicletes, taller de bicicletes
loja de bicicletas/lojas de bicicletas, oficina de bicicletas
fietsenwinkel+s, fietsenmaker+s, rijwielhandel+s

bicycle_rental: amenity=bicycle_rental
bicycle rental+s, bike rental+s, bike hire, bike share, bike sharing
location de vélos/locations de vélos, vélos en libre-service
Fahrradverleih+e, Fahrradvermietung+en, Leihfahrräder
alquiler de bicicletas, bicicletas públicas
noleggio biciclette, noleggio bici, bike sharing
lloguer de bicicletes, bicing
aluguer de bicicletas, aluguel de bicicletas
fietsverhuur, deelfiets+en

bicycle_parking!: amenity=bicycle_parking
bicycle parking, bike parking, bike rack+s, bicycle stand+s
parking à vélos/parkings à vélos, stationnement vélo, arceaux à vélos
Fahrradständer, Fahrradparkplatz/Fahrradparkplätze, Fahrradstellplatz
aparcabicicletas, aparcamiento de bicicletas
parcheggio biciclette, rastrelliera/rastrelliere
aparcament de bicicletes/aparcaments de bicicletes, aparcabicis
estacionamento de bicicletas, bicicletário+s
fietsenstalling+en, fietsenrek+ken

bicycle_repair: amenity=bicycle_repair_station
bicycle repair station+s, bike repair stand+s
station de réparation de vélos/stations de réparation de vélos
Fahrrad-Reparaturstation+en
estación de reparación de bicicletas
stazione di riparazione bici
estació de reparació de bicicletes
estação de reparação de bicicletas
fietsreparatiepunt+en, fietspomp+en
`
