/** Shops other than for food; read by `readCategories`. */
export const shops = `
clothes: shop=clothes shop=boutique shop=fashion
clothes shop+s, clothing store+s, clothes, fashion, boutique+s
magasin de vêtements/magasins de vêtements, vêtements, prêt-à-porter
Bekleidungsgeschäft+e, Kleidung, Modegeschäft+e, Boutique+n, Kleiderladen
tienda de ropa/tiendas de ropa, ropa, moda
negozio di abbigliamento/negozi di abbigliamento, abbigliamento, vestiti
botiga de roba/botigues de roba, roba, moda
loja de roupa/lojas de roupa, roupa+s, vestuário
kledingwinkel+s, kleding, modezaak/modezaken

shoes: shop=shoes
shoe shop+s, shoe store+s, shoes
magasin de chaussures/magasins de chaussures, chaussures, chausseur+s
Schuhgeschäft+e, Schuhe, Schuhladen/Schuhläden
zapatería+s, zapatos, calzado
negozio di scarpe/negozi di scarpe, scarpe, calzature
sabateria/sabateries, sabates
sapataria+s, sapatos, calçado
schoenenwinkel+s, schoenen, schoenenzaak

books: shop=books
bookshop+s, bookstore+s, book shop+s, book store+s, books
librairie+s, livres
Buchhandlung+en, Bücher, Buchladen/Buchläden
librería+s, libros
libreria/librerie, libri
llibreria/llibreries, llibres
livraria+s, livros
boekhandel+s, boekwinkel+s, boeken

stationery: shop=stationery
stationery shop+s, stationery, stationer+s, office supplies
papeterie+s, fournitures de bureau
Schreibwarengeschäft+e, Schreibwaren, Papeterie+n, Bürobedarf
papelería+s, material de oficina
cartoleria/cartolerie
papereria/papereries
papelaria+s, material de escritório
kantoorboekhandel+s, kantoorartikelen

toys: shop=toys
toy shop+s, toy store+s, toys
magasin de jouets/magasins de jouets, jouets
Spielzeugladen/Spielzeugläden, Spielwaren, Spielzeug, Spielwarengeschäft+e
juguetería+s, juguetes
negozio di giocattoli/negozi di giocattoli, giocattoli
botiga de joguines/botigues de joguines, joguines, jugueteria
loja de brinquedos/lojas de brinquedos, brinquedos
speelgoedwinkel+s, speelgoed

gift: shop=gift
gift shop+s, souvenir shop+s, gifts, souvenirs
magasin de souvenirs/magasins de souvenirs, cadeaux, boutique de cadeaux
Geschenkladen/Geschenkläden, Souvenirs, Souvenirladen, Geschenke
tienda de regalos/tiendas de regalos, regalos, recuerdos
negozio di souvenir/negozi di souvenir, regali, articoli da regalo
botiga de regals/botigues de regals, regals, records
loja de presentes/lojas de presentes, presentes, lembranças
cadeauwinkel+s, cadeaus, souvenirwinkel+s

florist: shop=florist
florist+s, flower shop+s, flowers
fleuriste+s, fleurs
Blumenladen/Blumenläden, Florist+en, Blumen, Blumengeschäft+e
floristería+s, florería+s, flores
fiorista/fioristi, fioraio/fiorai, fiori
floristeria/floristeries, flors
florista+s, floricultura+s, flores
bloemenwinkel+s, bloemist+en, bloemen

garden_centre: shop=garden_centre
garden centre+s, garden center+s, plant nursery/plant nurseries
jardinerie+s, pépinière+s
Gartencenter, Gärtnerei+en, Gartenmarkt/Gartenmärkte
centro de jardinería/centros de jardinería, vivero+s
vivaio/vivai, centro giardinaggio
centre de jardineria/centres de jardineria, viver+s
centro de jardinagem/centros de jardinagem, viveiro+s
tuincentrum/tuincentra, kwekerij+en

hardware: shop=hardware shop=doityourself
hardware store+s, DIY store+s, do it yourself, ironmonger+s, home improvement
quincaillerie+s, magasin de bricolage/magasins de bricolage, bricolage
Baumarkt/Baumärkte, Eisenwaren, Eisenwarenhandlung+en, Heimwerkermarkt
ferretería+s, bricolaje
ferramenta, negozio di fai da te, fai da te, bricolage
ferreteria/ferreteries, bricolatge
loja de ferragens/lojas de ferragens, drogaria+s, bricolage
bouwmarkt+en, ijzerhandel+s, doe-het-zelfzaak, ijzerwaren

furniture: shop=furniture shop=interior_decoration
furniture store+s, furniture shop+s, furniture
magasin de meubles/magasins de meubles, meubles, ameublement
Möbelhaus/Möbelhäuser, Möbel, Möbelgeschäft+e
tienda de muebles/tiendas de muebles, muebles, mueblería+s
negozio di mobili/negozi di mobili, mobili, arredamento
botiga de mobles/botigues de mobles, mobles
loja de móveis/lojas de móveis, móveis, mobiliário
meubelzaak/meubelzaken, meubels, meubelwinkel+s

electronics: shop=electronics shop=appliance shop=hifi
electronics store+s, electronics shop+s, electronics, appliances
magasin d'électronique/magasins d'électronique, électronique, électroménager
Elektronikmarkt/Elektronikmärkte, Elektronik, Elektrogeschäft+e, Haushaltsgeräte
tienda de electrónica/tiendas de electrónica, electrónica, electrodomésticos
negozio di elettronica/negozi di elettronica, elettronica, elettrodomestici
botiga d'electrònica/botigues d'electrònica, electrònica, electrodomèstics
loja de eletrónica/lojas de eletrónica, eletrônicos, eletrodomésticos
elektronicawinkel+s, elektronica, witgoed

computer: shop=computer
computer shop+s, computer store+s, computers
magasin d'informatique/magasins d'informatique, informatique, ordinateurs
Computergeschäft+e, Computerladen/Computerläden, Computer
tienda de informática/tiendas de informática, informática, ordenadores
negozio di computer/negozi di computer, informatica
botiga d'informàtica/botigues d'informàtica, informàtica
loja de informática/lojas de informática, informática, computadores
computerwinkel+s, computers

mobile_phone: shop=mobile_phone
mobile phone shop+s, phone shop+s, cell phone store+s, mobile phones
magasin de téléphonie/magasins de téléphonie, téléphonie mobile, téléphones portables
Handyladen/Handyläden, Handys, Handyshop+s, Mobiltelefone
tienda de móviles/tiendas de móviles, móviles, telefonía
negozio di telefonia/negozi di telefonia, cellulari, telefonia
botiga de mòbils/botigues de mòbils, mòbils, telefonia
loja de telemóveis/lojas de telemóveis, telemóveis, celulares
telefoonwinkel+s, gsm-winkel+s, mobiele telefoons

jewelry: shop=jewelry shop=watches
jeweller+s, jeweler+s, jewellery, jewelry store+s, watches, watchmaker+s
bijouterie+s, joaillerie+s, bijoutier+s, horlogerie+s
Juwelier+e, Schmuck, Uhren, Uhrmacher, Schmuckgeschäft+e
joyería+s, relojería+s, joyas
gioielleria/gioiellerie, orologeria/orologerie, gioielli
joieria/joieries, rellotgeria/rellotgeries, joies
joalharia+s, ourivesaria+s, relojoaria+s, joias
juwelier+s, horloges, sieraden

sports_shop: shop=sports shop=outdoor shop=ski
sports shop+s, sporting goods, sports store+s, outdoor shop+s, ski shop+s
magasin de sport/magasins de sport, articles de sport
Sportgeschäft+e, Sportartikel, Outdoorladen, Skigeschäft+e
tienda de deportes/tiendas de deportes, artículos deportivos
negozio di articoli sportivi/negozi di articoli sportivi, articoli sportivi
botiga d'esports/botigues d'esports, articles esportius
loja de desporto/lojas de desporto, artigos desportivos, artigos esportivos
sportwinkel+s, sportzaak/sportzaken, sportartikelen

pet_shop: shop=pet
pet shop+s, pet store+s, pet food
animalerie+s
Zoohandlung+en, Tierhandlung+en, Tierbedarf
tienda de mascotas/tiendas de mascotas, tienda de animales
negozio di animali/negozi di animali
botiga d'animals/botigues d'animals, botiga de mascotes
loja de animais/lojas de animais, pet shop+s
dierenwinkel+s, dierenspeciaalzaak/dierenspeciaalzaken

department_store: shop=department_store
department store+s
grand magasin/grands magasins
Kaufhaus/Kaufhäuser, Warenhaus/Warenhäuser
grandes almacenes
grande magazzino/grandi magazzini
grans magatzems
grande armazém/grandes armazéns, loja de departamentos
warenhuis/warenhuizen

mall: shop=mall
shopping mall+s, mall+s, shopping centre+s, shopping center+s
centre commercial/centres commerciaux, galerie marchande/galeries marchandes
Einkaufszentrum/Einkaufszentren, Shoppingcenter, Einkaufscenter
centro comercial/centros comerciales
centro commerciale/centri commerciali
centre comercial/centres comercials
centro comercial/centros comerciais, shopping+s
winkelcentrum/winkelcentra, winkelcentrums

variety_store: shop=variety_store shop=second_hand shop=charity
second-hand shop+s, thrift shop+s, charity shop+s, thrift store+s, variety store+s
friperie+s, magasin d'occasion, brocante+s, ressourcerie+s, bazar+s
Secondhandladen/Secondhandläden, Sozialkaufhaus, Gebrauchtwaren, Second Hand
tienda de segunda mano/tiendas de segunda mano, bazar+es
negozio dell'usato/negozi dell'usato, seconda mano, bazar
botiga de segona mà/botigues de segona mà, basar+s
loja de segunda mão/lojas de segunda mão, bazar+es, brechó+s
kringloopwinkel+s, tweedehandswinkel+s

antiques: shop=antiques
antique shop+s, antiques
antiquaire+s, antiquités
Antiquitäten, Antiquitätengeschäft+e, Antiquitätenladen
anticuario+s, antigüedades
antiquario/antiquari, antiquariato
antiquari+s, antiguitats
antiquário+s, antiguidades
antiekwinkel+s, antiek

shop: shop=*
shop+s, store+s, shopping
magasin+s, boutique+s, commerce+s
Geschäft+e, Laden/Läden, Einkaufen
tienda+s, comercio+s
negozio/negozi, bottega/botteghe
botiga/botigues, comerç/comerços
loja+s, comércio
winkel+s, zaak/zaken
`
