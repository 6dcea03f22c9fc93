import { expect, test } from 'vitest'
import { gazetteer } from './gazetteer.ts'
import { plain } from './towns.ts'

// Middles of towns, to 0.01 degree, as any atlas has them: written down by hand, not taken from GeoNames.

const russia = `
Москва 55.75 37.62, Санкт-Петербург 59.94 30.31, Новосибирск 55.03 82.92, Екатеринбург 56.84 60.61, Казань 55.79 49.11,
Нижний Новгород 56.33 44.00, Красноярск 56.01 92.87, Челябинск 55.16 61.40, Самара 53.20 50.14, Уфа 54.74 55.97,
Ростов-на-Дону 47.23 39.72, Краснодар 45.04 38.98, Омск 54.99 73.37, Воронеж 51.67 39.18, Пермь 58.01 56.25,
Волгоград 48.71 44.51, Саратов 51.53 46.03, Тюмень 57.15 65.53, Тольятти 53.51 49.42, Барнаул 53.35 83.77,
Ижевск 56.85 53.20, Махачкала 42.98 47.50, Хабаровск 48.48 135.07, Ульяновск 54.32 48.40, Иркутск 52.29 104.28,
Владивосток 43.12 131.89, Ярославль 57.63 39.87, Кемерово 55.35 86.09, Томск 56.49 84.95, Ставрополь 45.04 41.97,
Оренбург 51.77 55.10, Новокузнецк 53.76 87.12, Рязань 54.63 39.74, Набережные Челны 55.74 52.41, Пенза 53.20 45.00,
Липецк 52.61 39.59, Киров 58.60 49.66, Чебоксары 56.13 47.25, Калининград 54.71 20.51, Тула 54.19 37.62,
Курск 51.73 36.19, Сочи 43.59 39.73, Улан-Удэ 51.83 107.58, Тверь 56.86 35.91, Магнитогорск 53.42 58.98,
Иваново 57.00 40.97, Брянск 53.25 34.37, Белгород 50.60 36.59, Сургут 61.25 73.42, Владимир 56.13 40.41,
Архангельск 64.54 40.54, Нижний Тагил 57.92 59.97, Чита 52.03 113.50, Смоленск 54.78 32.05, Калуга 54.51 36.26,
Волжский 48.79 44.77, Курган 55.44 65.34, Череповец 59.13 37.90, Орёл 52.97 36.07, Владикавказ 43.02 44.68,
Вологда 59.22 39.89, Саранск 54.18 45.18, Мурманск 68.97 33.08, Якутск 62.03 129.73, Тамбов 52.72 41.45,
Стерлитамак 53.63 55.95, Грозный 43.32 45.69, Кострома 57.77 40.93, Петрозаводск 61.79 34.36, Нижневартовск 60.94 76.56,
Новороссийск 44.72 37.77, Йошкар-Ола 56.63 47.89, Таганрог 47.21 38.93, Сыктывкар 61.67 50.84, Нальчик 43.48 43.61,
Шахты 47.71 40.21, Нижнекамск 55.64 51.82, Братск 56.15 101.63, Дзержинск 56.24 43.46, Орск 51.23 58.47,
Ангарск 52.54 103.89, Благовещенск 50.27 127.54, Старый Оскол 51.30 37.84, Великий Новгород 58.52 31.27, Псков 57.82 28.33,
Бийск 52.54 85.21, Рыбинск 58.05 38.83, Южно-Сахалинск 46.96 142.74, Норильск 69.35 88.20, Абакан 53.72 91.43,
Петропавловск-Камчатский 53.02 158.65, Майкоп 44.61 40.10, Элиста 46.31 44.26, Кызыл 51.72 94.45, Магадан 59.57 150.80,
Салехард 66.53 66.60, Ханты-Мансийск 61.00 69.02, Астрахань 46.35 48.04, Суздаль 56.42 40.45, Выборг 60.71 28.75`

const germany = `
Berlin 52.52 13.40, Hamburg 53.55 9.99, München 48.14 11.58, Köln 50.94 6.96, Frankfurt am Main 50.11 8.68,
Stuttgart 48.78 9.18, Düsseldorf 51.23 6.78, Leipzig 51.34 12.37, Dortmund 51.51 7.47, Essen 51.46 7.01,
Bremen 53.08 8.80, Dresden 51.05 13.74, Hannover 52.37 9.73, Nürnberg 49.45 11.08, Duisburg 51.43 6.76,
Bochum 51.48 7.22, Wuppertal 51.26 7.18, Bielefeld 52.02 8.53, Bonn 50.74 7.10, Münster 51.96 7.63,
Karlsruhe 49.01 8.40, Mannheim 49.49 8.47, Augsburg 48.37 10.90, Wiesbaden 50.08 8.24, Gelsenkirchen 51.52 7.10,
Mönchengladbach 51.19 6.43, Braunschweig 52.27 10.52, Chemnitz 50.83 12.92, Kiel 54.32 10.13, Aachen 50.78 6.08,
Halle (Saale) 51.48 11.97, Magdeburg 52.13 11.63, Freiburg 48.00 7.85, Krefeld 51.33 6.56, Lübeck 53.87 10.69,
Mainz 50.00 8.27, Erfurt 50.98 11.03, Oberhausen 51.47 6.86, Rostock 54.09 12.13, Kassel 51.31 9.49,
Hagen 51.36 7.47, Saarbrücken 49.23 7.00, Hamm 51.68 7.82, Potsdam 52.40 13.06, Ludwigshafen am Rhein 49.48 8.44,
Leverkusen 51.03 6.98, Oldenburg 53.14 8.21, Osnabrück 52.28 8.04, Solingen 51.17 7.08, Heidelberg 49.41 8.69,
Darmstadt 49.87 8.65, Regensburg 49.02 12.10, Würzburg 49.79 9.94, Ingolstadt 48.76 11.43, Wolfsburg 52.42 10.79,
Ulm 48.40 9.99, Göttingen 51.53 9.94, Heilbronn 49.14 9.22, Pforzheim 48.89 8.70, Reutlingen 48.49 9.21,
Koblenz 50.36 7.59, Bremerhaven 53.55 8.58, Jena 50.93 11.59, Trier 49.76 6.64, Erlangen 49.60 11.00,
Siegen 50.87 8.02, Hildesheim 52.15 9.95, Cottbus 51.76 14.33, Fürth 49.48 10.99, Gera 50.88 12.08,
Kaiserslautern 49.44 7.77, Schwerin 53.63 11.41, Flensburg 54.78 9.44, Zwickau 50.72 12.50, Konstanz 47.66 9.18,
Worms 49.63 8.37, Marburg an der Lahn 50.81 8.77, Gießen 50.58 8.67, Bayreuth 49.95 11.58, Bamberg 49.89 10.89,
Passau 48.57 13.46, Landshut 48.54 12.15, Rosenheim 47.86 12.13, Fulda 50.55 9.68, Stralsund 54.31 13.09,
Greifswald 54.10 13.38, Neubrandenburg 53.56 13.26, Görlitz 51.15 14.99, Plauen 50.50 12.14, Weimar 50.98 11.33,
Eisenach 50.98 10.32, Lüneburg 53.25 10.41, Celle 52.62 10.08, Emden 53.37 7.21, Wilhelmshaven 53.53 8.11,
Cuxhaven 53.86 8.69, Husum 54.47 9.05, Garmisch-Partenkirchen 47.49 11.10, Quedlinburg 51.79 11.14, Bautzen 51.18 14.42`

const pointsOf = (text: string) =>
  text.split(',').map((point) => {
    const [, town = '', lat, lng] = /^\s*(.+) (\S+) (\S+)$/.exec(point) ?? []
    return { town, lat: Number(lat), lng: Number(lng) }
  })

test.each([
  ['ru', 'Россия', pointsOf(russia)],
  ['de', 'Deutschland', pointsOf(germany)],
] as const)('a hundred points name their towns (%s)', async (language, country, points) => {
  expect(points).toHaveLength(100)
  const wrong: string[] = []
  for (const { town, lat, lng } of points) {
    const found = await gazetteer.reverse({ lat, lng }, language)
    if (found?.country !== country || plain(found.city) !== plain(town))
      wrong.push(`${town}: ${found?.address ?? 'nothing'}`)
  }
  expect(wrong).toEqual([])
})
