/** Restaurants by their kitchen; read by `readCategories`. */
export const cuisines = `
italian_restaurant: amenity=restaurant+cuisine=italian
Italian restaurant+s, Italian food
restaurant italien/restaurants italiens, cuisine italienne
italienisches Restaurant/italienische Restaurants, Italiener
restaurante italiano/restaurantes italianos, comida italiana
ristorante italiano/ristoranti italiani, cucina italiana
restaurant italià/restaurants italians, cuina italiana
restaurante italiano/restaurantes italianos, comida italiana
Italiaans restaurant/Italiaanse restaurants, Italiaan

chinese_restaurant: amenity=restaurant+cuisine=chinese
Chinese restaurant+s, Chinese food
restaurant chinois/restaurants chinois, cuisine chinoise
chinesisches Restaurant/chinesische Restaurants, Chinese
restaurante chino/restaurantes chinos, comida china
ristorante cinese/ristoranti cinesi, cucina cinese
restaurant xinès/restaurants xinesos, cuina xinesa
restaurante chinês/restaurantes chineses, comida chinesa
Chinees restaurant/Chinese restaurants, Chinees

indian_restaurant: amenity=restaurant+cuisine=indian
Indian restaurant+s, Indian food, curry house+s
restaurant indien/restaurants indiens, cuisine indienne
indisches Restaurant/indische Restaurants, Inder
restaurante indio/restaurantes indios, comida india
ristorante indiano/ristoranti indiani, cucina indiana
restaurant indi/restaurants indis, cuina índia
restaurante indiano/restaurantes indianos, comida indiana
Indiaas restaurant/Indiase restaurants, Indiaas

japanese_restaurant: amenity=restaurant+cuisine=japanese amenity=restaurant+cuisine=ramen
Japanese restaurant+s, Japanese food, ramen
restaurant japonais/restaurants japonais, cuisine japonaise, ramen
japanisches Restaurant/japanische Restaurants, Japaner, Ramen
restaurante japonés/restaurantes japoneses, comida japonesa, ramen
ristorante giapponese/ristoranti giapponesi, cucina giapponese, ramen
restaurant japonès/restaurants japonesos, cuina japonesa, ramen
restaurante japonês/restaurantes japoneses, comida japonesa, ramen
Japans restaurant/Japanse restaurants, Japanner, ramen

mexican_restaurant: amenity=restaurant+cuisine=mexican amenity=fast_food+cuisine=mexican
Mexican restaurant+s, Mexican food, taqueria+s, tacos
restaurant mexicain/restaurants mexicains, cuisine mexicaine
mexikanisches Restaurant/mexikanische Restaurants, Mexikaner
restaurante mexicano/restaurantes mexicanos, comida mexicana, taquería+s
ristorante messicano/ristoranti messicani, cucina messicana
restaurant mexicà/restaurants mexicans, cuina mexicana
restaurante mexicano/restaurantes mexicanos, comida mexicana
Mexicaans restaurant/Mexicaanse restaurants, Mexicaan

thai_restaurant: amenity=restaurant+cuisine=thai
Thai restaurant+s, Thai food
restaurant thaï/restaurants thaïs, cuisine thaïlandaise, restaurant thaïlandais
thailändisches Restaurant/thailändische Restaurants, Thai-Restaurant+s
restaurante tailandés/restaurantes tailandeses, comida tailandesa
ristorante tailandese/ristoranti tailandesi, ristorante thai, cucina tailandese
restaurant tailandès/restaurants tailandesos, cuina tailandesa
restaurante tailandês/restaurantes tailandeses, comida tailandesa
Thais restaurant/Thaise restaurants, Thais eten

greek_restaurant: amenity=restaurant+cuisine=greek
Greek restaurant+s, Greek food
restaurant grec/restaurants grecs, cuisine grecque
griechisches Restaurant/griechische Restaurants, Grieche
restaurante griego/restaurantes griegos, comida griega
ristorante greco/ristoranti greci, cucina greca
restaurant grec/restaurants grecs, cuina grega
restaurante grego/restaurantes gregos, comida grega
Grieks restaurant/Griekse restaurants, Griek

french_restaurant: amenity=restaurant+cuisine=french
French restaurant+s, French food, bistro+s
restaurant français/restaurants français, bistrot+s
französisches Restaurant/französische Restaurants, Franzose, Bistro+s
restaurante francés/restaurantes franceses, comida francesa
ristorante francese/ristoranti francesi, cucina francese
restaurant francès/restaurants francesos, cuina francesa
restaurante francês/restaurantes franceses, comida francesa
Frans restaurant/Franse restaurants, bistro+s

steak_house: amenity=restaurant+cuisine=steak_house
steak house+s, steakhouse+s, grill+s
grill+s, steakhouse+s, grillade+s
Steakhaus/Steakhäuser, Steakhouse+s
asador+es, parrilla+s
bisteccheria/bisteccherie, steakhouse
graella/graelles, braseria/braseries
churrascaria+s, grelhados
steakhouse+s, steakhuis/steakhuizen

seafood: amenity=restaurant+cuisine=seafood amenity=restaurant+cuisine=fish
seafood restaurant+s, seafood, fish restaurant+s
restaurant de poisson/restaurants de poisson, fruits de mer
Fischrestaurant+s, Meeresfrüchte
marisquería+s, restaurante de pescado/restaurantes de pescado
ristorante di pesce/ristoranti di pesce
marisqueria/marisqueries, restaurant de peix/restaurants de peix
marisqueira+s, restaurante de peixe/restaurantes de peixe
visrestaurant+s, zeevruchten

tapas: amenity=restaurant+cuisine=tapas amenity=bar+cuisine=tapas
tapas bar+s, tapas
bar à tapas/bars à tapas, tapas
Tapas-Bar+s, Tapas
bar de tapas/bares de tapas, tapas
tapas bar, tapas
bar de tapes/bars de tapes, tapes
bar de tapas/bares de tapas, petiscos
tapasbar+s, tapas
`
