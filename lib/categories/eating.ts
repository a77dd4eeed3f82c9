/** Read by `readCategories`. */
export const eating = `
restaurant: amenity=restaurant
restaurant+s, eatery/eateries, diner+s, place to eat/places to eat
restaurant+s, resto+s, brasserie+s
Restaurant+s, Gaststätte+n, Lokal+e, Gasthaus/Gasthäuser, Speiselokal+e
restaurante+s, mesón/mesones
ristorante/ristoranti, trattoria/trattorie, osteria/osterie
restaurant+s, fonda/fondes
restaurante+s, tasca+s
restaurant+s, eethuis/eethuizen, eetcafé+s

cafe: amenity=cafe
café+s, coffee shop+s, coffee house+s, coffee, tea room+s, teahouse+s
café+s, salon de thé/salons de thé, coffee shop+s
Café+s, Kaffeehaus/Kaffeehäuser, Kaffee, Teestube+n, Konditorei-Café
cafetería+s, café+s
caffè, bar caffè, caffetteria/caffetterie, sala da tè
cafeteria/cafeteries, cafè+s
café+s, cafetaria+s, pastelaria+s, salão de chá
koffiehuis/koffiehuizen, café+s, koffie, theehuis/theehuizen, koffiebar+s

bar: amenity=bar
bar+s, cocktail bar+s, wine bar+s
bar+s, bar à vin/bars à vin, bar à cocktails
Bar+s, Cocktailbar+s, Weinbar+s
bar+es, coctelería+s
bar, enoteca/enoteche, cocktail bar
bar+s, cocteleria/cocteleries
bar+es, bar de vinhos
bar+s, cocktailbar+s, wijnbar+s

pub: amenity=pub
pub+s, public house+s, tavern+s, inn+s
pub+s, taverne+s
Kneipe+n, Pub+s, Wirtshaus/Wirtshäuser, Beisl+n
pub+s, taberna+s, cervecería+s
pub, birreria/birrerie, taverna/taverne
pub+s, taverna/tavernes, cerveseria/cerveseries
pub+s, taberna+s, cervejaria+s
kroeg+en, pub+s, bruin café, bruine kroeg

biergarten: amenity=biergarten
beer garden+s, biergarten+s
jardin à bière/jardins à bière, biergarten
Biergarten/Biergärten
jardín de cerveza/jardines de cerveza
birreria all'aperto/birrerie all'aperto, giardino della birra
jardí de cervesa/jardins de cervesa
jardim de cerveja/jardins de cerveja
biertuin+en

nightclub: amenity=nightclub
nightclub+s, night club+s, club+s, disco+s, discotheque+s
boîte de nuit/boîtes de nuit, discothèque+s, night club+s
Nachtclub+s, Diskothek+en, Disco+s, Club+s
discoteca+s, club nocturno/clubes nocturnos
discoteca/discoteche, locale notturno/locali notturni
discoteca/discoteques, club nocturn/clubs nocturns
discoteca+s, clube noturno/clubes noturnos, boate+s
nachtclub+s, discotheek/discotheken, disco+s

fast_food: amenity=fast_food
fast food, takeaway+s, take away, take out, snack bar+s, chip shop+s, food stall+s
restauration rapide, fast-food+s, snack+s, à emporter
Schnellimbiss+e, Imbiss+e, Fast Food, Schnellrestaurant+s
comida rápida, para llevar
fast food, cibo d'asporto, tavola calda/tavole calde, rosticceria/rosticcerie
menjar ràpid, per emportar
comida rápida, fast-food, lanchonete+s, para levar
fastfood, snackbar+s, afhaalrestaurant+s, frituur/frituren

food_court: amenity=food_court
food court+s, food hall+s
aire de restauration/aires de restauration
Food-Court+s, Gastronomiebereich+e
patio de comidas/patios de comidas
area ristoro/aree ristoro
zona de restauració/zones de restauració
praça de alimentação/praças de alimentação
eetplein+en, foodhal+len

ice_cream: amenity=ice_cream shop=ice_cream
ice cream, ice cream parlour+s, ice cream shop+s, gelato
glacier+s, glace+s, marchand de glaces
Eisdiele+n, Eis, Eiscafé+s, Eissalon+s
heladería+s, helado+s
gelateria/gelaterie, gelato
gelateria/gelateries, gelat+s
gelataria+s, gelado+s, sorveteria+s, sorvete+s
ijssalon+s, ijs, ijswinkel+s

pizza: amenity=restaurant+cuisine=pizza amenity=fast_food+cuisine=pizza
pizzeria+s, pizza+s, pizza place+s
pizzeria+s, pizza+s
Pizzeria/Pizzerien, Pizza/Pizzen, Pizzas
pizzería+s, pizza+s
pizzeria/pizzerie, pizza/pizze
pizzeria/pizzeries, pizza/pizzes
pizzaria+s, pizza+s
pizzeria+s, pizza+s

burger: amenity=restaurant+cuisine=burger amenity=fast_food+cuisine=burger
burger restaurant+s, burger+s, hamburger+s
burger+s, hamburger+s
Burgerrestaurant+s, Burger, Hamburger
hamburguesería+s, hamburguesa+s
hamburgeria/hamburgerie, hamburger
hamburgueseria/hamburgueseries, hamburguesa/hamburgueses
hamburgueria+s, hambúrguer+es
hamburgerrestaurant+s, hamburger+s

kebab: amenity=restaurant+cuisine=kebab amenity=fast_food+cuisine=kebab
kebab+s, doner, doner kebab+s
kebab+s, grec+s
Kebab+s, Döner, Dönerladen, Dönerimbiss
kebab+s, döner
kebab, kebabbaro
kebab+s
kebab+s
kebabzaak/kebabzaken, kebab+s, shoarma

sushi: amenity=restaurant+cuisine=sushi amenity=fast_food+cuisine=sushi shop=sushi
sushi restaurant+s, sushi, sushi bar+s
restaurant de sushi/restaurants de sushi, sushi+s
Sushi-Restaurant+s, Sushi, Sushibar+s
restaurante de sushi/restaurantes de sushi, sushi
ristorante di sushi/ristoranti di sushi, sushi
restaurant de sushi/restaurants de sushi, sushi
restaurante de sushi/restaurantes de sushi, sushi
sushirestaurant+s, sushi, sushibar+s

vegetarian: diet:vegetarian=only diet:vegan=only cuisine=vegetarian cuisine=vegan
vegetarian restaurant+s, vegetarian, vegan, vegan restaurant+s, veggie
restaurant végétarien/restaurants végétariens, végétarien, végan, végétalien
vegetarisches Restaurant/vegetarische Restaurants, vegetarisch, vegan
restaurante vegetariano/restaurantes vegetarianos, vegetariano, vegano
ristorante vegetariano/ristoranti vegetariani, vegetariano, vegano
restaurant vegetarià/restaurants vegetarians, vegetarià, vegà
restaurante vegetariano/restaurantes vegetarianos, vegetariano, vegano
vegetarisch restaurant/vegetarische restaurants, vegetarisch, veganistisch
`
