/** Read by `readCategories`. */
export const groceries = `
supermarket: shop=supermarket
supermarket+s, grocery store+s, grocery/groceries, food store+s
supermarché+s, hypermarché+s, supérette+s
Supermarkt/Supermärkte, Lebensmittelladen, Lebensmittelgeschäft+e
supermercado+s, hipermercado+s
supermercato/supermercati, ipermercato/ipermercati
supermercat+s, hipermercat+s
supermercado+s, hipermercado+s
supermarkt+en, levensmiddelenwinkel+s

convenience: shop=convenience shop=general
convenience store+s, corner shop+s, general store+s, mini market+s, minimarket+s
épicerie+s, supérette+s, alimentation générale, dépanneur+s
Gemischtwarenladen/Gemischtwarenläden, Tante-Emma-Laden, Minimarkt/Minimärkte, Späti+s
tienda de conveniencia/tiendas de conveniencia, ultramarinos, colmado+s
minimarket, negozio di alimentari/negozi di alimentari, alimentari
botiga de conveniència/botigues de conveniència, queviures
loja de conveniência/lojas de conveniência, mercearia+s, minimercado+s
buurtwinkel+s, avondwinkel+s, kruidenier+s, minimarkt+en

bakery: shop=bakery
bakery/bakeries, baker+s, bread
boulangerie+s, boulanger+s, pain
Bäckerei+en, Bäcker, Brot
panadería+s, horno+s
panetteria/panetterie, panificio/panifici, forno/forni, fornaio/fornai
fleca/fleques, forn de pa/forns de pa, forn+s
padaria+s, panificadora+s
bakkerij+en, bakker+s, brood

pastry: shop=pastry shop=confectionery
pastry shop+s, patisserie+s, confectioner+s, confectionery, cake shop+s, candy shop+s, sweet shop+s
pâtisserie+s, confiserie+s
Konditorei+en, Süßwarenladen/Süßwarenläden, Confiserie+n
pastelería+s, confitería+s
pasticceria/pasticcerie, confetteria/confetterie
pastisseria/pastisseries, confiteria/confiteries
pastelaria+s, confeitaria+s
banketbakkerij+en, patisserie+s, snoepwinkel+s

chocolate: shop=chocolate
chocolate shop+s, chocolatier+s
chocolaterie+s, chocolatier+s
Chocolaterie+n, Schokoladengeschäft+e, Schokolade
chocolatería+s, bombonería+s
cioccolateria/cioccolaterie
xocolateria/xocolateries, bomboneria/bomboneries
chocolataria+s
chocolaterie+ën, chocoladewinkel+s

butcher: shop=butcher
butcher+s, butcher shop+s, butcher's shop
boucherie+s, boucher+s, charcuterie+s
Metzgerei+en, Fleischerei+en, Metzger, Fleischer, Schlachterei+en
carnicería+s, charcutería+s
macelleria/macellerie, macellaio/macellai
carnisseria/carnisseries, xarcuteria/xarcuteries
talho+s, açougue+s
slagerij+en, slager+s

fishmonger: shop=seafood
fishmonger+s, fish shop+s, fish market+s
poissonnerie+s, poissonnier+s
Fischgeschäft+e, Fischhändler, Fischladen
pescadería+s
pescheria/pescherie, pescivendolo/pescivendoli
peixateria/peixateries
peixaria+s
viswinkel+s, vishandel+s, visboer+en

greengrocer: shop=greengrocer
greengrocer+s, fruit shop+s, vegetable shop+s, fruit and vegetables
primeur+s, marchand de légumes, fruits et légumes
Gemüseladen/Gemüseläden, Obst und Gemüse, Gemüsehändler
frutería+s, verdulería+s
fruttivendolo/fruttivendoli, ortofrutta, frutta e verdura
fruiteria/fruiteries, verduleria/verduleries
frutaria+s, quitanda+s
groentewinkel+s, groenteboer+en, groenteman

cheese: shop=cheese shop=dairy
cheese shop+s, cheesemonger+s, dairy/dairies
fromagerie+s, fromager+s, crémerie+s
Käseladen/Käseläden, Käsegeschäft+e, Käserei+en
quesería+s
formaggeria/formaggerie, caseificio/caseifici
formatgeria/formatgeries
queijaria+s
kaaswinkel+s, kaasboer+en

delicatessen: shop=deli
delicatessen, deli+s
épicerie fine/épiceries fines, traiteur+s
Feinkostladen/Feinkostläden, Feinkost, Delikatessen
delicatessen, tienda gourmet/tiendas gourmet
gastronomia/gastronomie, salumeria/salumerie
delicatessen, botiga gourmet/botigues gourmet
charcutaria+s, loja gourmet/lojas gourmet
delicatessenwinkel+s, delicatessen, traiteur+s

wine: shop=wine shop=alcohol
wine shop+s, liquor store+s, off licence+s, bottle shop+s, wine merchant+s
caviste+s, marchand de vin, cave à vin/caves à vin, magasin de vin
Weinhandlung+en, Weinladen, Spirituosengeschäft+e
vinoteca+s, licorería+s, tienda de vinos, bodega+s
enoteca/enoteche, vineria/vinerie, negozio di vini
vinoteca/vinoteques, celler+s, botiga de vins
garrafeira+s, loja de vinhos, loja de bebidas
wijnwinkel+s, slijterij+en, wijnhandel+s

beverages: shop=beverages
beverage store+s, drinks shop+s
magasin de boissons/magasins de boissons, boissons
Getränkemarkt/Getränkemärkte, Getränkehandel
tienda de bebidas/tiendas de bebidas
negozio di bevande/negozi di bevande
botiga de begudes/botigues de begudes
loja de bebidas/lojas de bebidas
drankenhandel+s, drankenmarkt+en

tea_coffee: shop=tea shop=coffee
tea shop+s, coffee roaster+s, coffee roastery
magasin de thé/magasins de thé, torréfacteur+s
Teeladen/Teeläden, Teegeschäft+e, Kaffeerösterei+en
tienda de té/tiendas de té, tostadero de café
negozio di tè/negozi di tè, torrefazione/torrefazioni
botiga de te/botigues de te, torrador de cafè
loja de chá/lojas de chá, torrefação
theewinkel+s, koffiebranderij+en

market: amenity=marketplace
market+s, marketplace+s, market hall+s, farmers market+s
marché+s, halle+s, marché couvert
Markt/Märkte, Marktplatz/Marktplätze, Wochenmarkt/Wochenmärkte, Markthalle+n
mercado+s, mercadillo+s
mercato/mercati
mercat+s
mercado+s, feira+s
markt+en, markthal+len, weekmarkt+en

farm_shop: shop=farm shop=health_food
farm shop+s, organic shop+s, health food shop+s, organic food
magasin bio/magasins bio, vente à la ferme, produits de la ferme
Hofladen/Hofläden, Bioladen/Bioläden, Reformhaus/Reformhäuser
tienda ecológica/tiendas ecológicas, herbolario+s
negozio biologico/negozi biologici, vendita diretta
botiga ecològica/botigues ecològiques, herbolari+s
loja biológica/lojas biológicas, produtos naturais
boerderijwinkel+s, natuurwinkel+s, biologische winkel

tobacco: shop=tobacco shop=e-cigarette
tobacconist+s, tobacco shop+s, smoke shop+s, vape shop+s, cigarettes
tabac+s, bureau de tabac/bureaux de tabac, cigarettes
Tabakladen/Tabakläden, Trafik+en, Tabakwaren, Zigaretten
estanco+s, tabaquería+s, tabaco
tabaccheria/tabaccherie, tabaccaio/tabaccai, tabacchi
estanc+s, tabac
tabacaria+s
tabakswinkel+s, sigarenwinkel+s, tabak

kiosk: shop=kiosk shop=newsagent
kiosk+s, newsagent+s, newsstand+s, newspapers
kiosque+s, maison de la presse, marchand de journaux, presse
Kiosk+e, Zeitungskiosk+e, Zeitschriftenladen, Trinkhalle+n
quiosco+s, kiosco+s, prensa
edicola/edicole, chiosco/chioschi, giornalaio/giornalai
quiosc+s, premsa
quiosque+s, banca de jornais/bancas de jornais, papelaria e jornais
kiosk+en, krantenwinkel+s, tijdschriftenwinkel+s
`
