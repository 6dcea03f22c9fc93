/** Names that no rule finds: English as GeoNames has it, then German and Russian. */
export const exonyms = {
  Moscow: ['Moskau', 'Москва'],
  'Saint Petersburg': ['Sankt Petersburg', 'Санкт-Петербург'],
  'Rostov-na-Donu': ['Rostow am Don', 'Ростов-на-Дону'],
  Berlin: ['Berlin', 'Берлин'],
  Hamburg: ['Hamburg', 'Гамбург'],
  Munich: ['München', 'Мюнхен'],
  Köln: ['Köln', 'Кёльн'],
  'Frankfurt am Main': ['Frankfurt am Main', 'Франкфурт-на-Майне'],
  Stuttgart: ['Stuttgart', 'Штутгарт'],
  Düsseldorf: ['Düsseldorf', 'Дюссельдорф'],
  Dortmund: ['Dortmund', 'Дортмунд'],
  Essen: ['Essen', 'Эссен'],
  Leipzig: ['Leipzig', 'Лейпциг'],
  Bremen: ['Bremen', 'Бремен'],
  Dresden: ['Dresden', 'Дрезден'],
  Hannover: ['Hannover', 'Ганновер'],
  Nürnberg: ['Nürnberg', 'Нюрнберг'],
  Duisburg: ['Duisburg', 'Дуйсбург'],
  Bochum: ['Bochum', 'Бохум'],
  Wuppertal: ['Wuppertal', 'Вупперталь'],
  Bielefeld: ['Bielefeld', 'Билефельд'],
  Bonn: ['Bonn', 'Бонн'],
  Münster: ['Münster', 'Мюнстер'],
  Mannheim: ['Mannheim', 'Мангейм'],
  Karlsruhe: ['Karlsruhe', 'Карлсруэ'],
  Augsburg: ['Augsburg', 'Аугсбург'],
  Wiesbaden: ['Wiesbaden', 'Висбаден'],
  Aachen: ['Aachen', 'Ахен'],
  Kiel: ['Kiel', 'Киль'],
  Magdeburg: ['Magdeburg', 'Магдебург'],
  Lübeck: ['Lübeck', 'Любек'],
  Rostock: ['Rostock', 'Росток'],
  Potsdam: ['Potsdam', 'Потсдам'],
  Kassel: ['Kassel', 'Кассель'],
  Mainz: ['Mainz', 'Майнц'],
  Heidelberg: ['Heidelberg', 'Гейдельберг'],
  Vienna: ['Wien', 'Вена'],
  Prague: ['Prag', 'Прага'],
  Warsaw: ['Warschau', 'Варшава'],
  Kyiv: ['Kiew', 'Киев'],
  Minsk: ['Minsk', 'Минск'],
  Lviv: ['Lwiw', 'Львов'],
  Odesa: ['Odessa', 'Одесса'],
  Dnipro: ['Dnipro', 'Днепр'],
  Zaporizhzhya: ['Saporischschja', 'Запорожье'],
  Kharkiv: ['Charkiw', 'Харьков'],
  Rome: ['Rom', 'Рим'],
  Milan: ['Mailand', 'Милан'],
  Venice: ['Venedig', 'Венеция'],
  Naples: ['Neapel', 'Неаполь'],
  Florence: ['Florenz', 'Флоренция'],
  Brussels: ['Brüssel', 'Брюссель'],
  Copenhagen: ['Kopenhagen', 'Копенгаген'],
  Lisbon: ['Lissabon', 'Лиссабон'],
  Athens: ['Athen', 'Афины'],
  Bucharest: ['Bukarest', 'Бухарест'],
  Belgrade: ['Belgrad', 'Белград'],
  Geneva: ['Genf', 'Женева'],
  Genève: ['Genf', 'Женева'],
  Zürich: ['Zürich', 'Цюрих'],
  Strasbourg: ['Straßburg', 'Страсбург'],
  Paris: ['Paris', 'Париж'],
  London: ['London', 'Лондон'],
  Beijing: ['Peking', 'Пекин'],
  Tokyo: ['Tokio', 'Токио'],
  Tbilisi: ['Tiflis', 'Тбилиси'],
  Yerevan: ['Jerewan', 'Ереван'],
  Tashkent: ['Taschkent', 'Ташкент'],
  Almaty: ['Almaty', 'Алматы'],
  Astana: ['Astana', 'Астана'],
  Baku: ['Baku', 'Баку'],
  Helsinki: ['Helsinki', 'Хельсинки'],
  Tallinn: ['Tallinn', 'Таллин'],
  Riga: ['Riga', 'Рига'],
  Vilnius: ['Vilnius', 'Вильнюс'],
  'Ulan-Ude': ['Ulan-Ude', 'Улан-Удэ'],
}

const latin = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'yo',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
}
const german = {
  ...latin,
  в: 'w',
  ё: 'jo',
  ж: 'sch',
  з: 's',
  й: 'i',
  х: 'ch',
  ц: 'z',
  ч: 'tsch',
  ш: 'sch',
  щ: 'schtsch',
  ю: 'ju',
  я: 'ja',
}

const letters = (text, table) => [...text].map((letter) => table[letter] ?? letter).join('')
const capitals = (text) =>
  text.replace(/(^|[ -])(\p{L})/gu, (_, before, first) => before + first.toUpperCase())

/** A Russian name as German newspapers write it: Екатеринбург, Jekaterinburg. */
export function germanOf(russian) {
  const spelled = russian
    .toLowerCase()
    .replace(/(^|[ -]|[аеёиоуыэюяъь])е/g, '$1je')
    .replace(/ий(?=$|[ -])/g, 'и')
    .replace(/ый(?=$|[ -])/g, 'ы')
    .replace(/([аеёиоуыэюя])с(?=[аеёиоуыэюя])/g, '$1сс')
  return capitals(letters(spelled, german)).replace(/(?<=-)(Na|Pod)(?=-)/g, (word) => word.toLowerCase())
}

function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1))
    row = next
  }
  return row[b.length]
}

/** Spellings of other languages in the same letters: Ukrainian Липецьк, Череповець, old Омьскъ, Bulgarian Кьолн, Adyghe Майкъоп. */
const notRussian = /[сц]ьк|[^л]ьск|ъ(?=$|[ -])|[ьъ]о|ць(?=$|[ -])/
/** Serbian and Bulgarian spellings of Russian towns, which in foreign names are right: Череповетс, Благовешченск, but Бекешчаба. */
const notOfRussia = /тс(?=$|[ -])|шч/

/** Where Russian mostly has ц, if another spelling is as near: Новокузнецк, Новотроицк, but Советск. */
const split = /(?<!ов)[еи]тск/

/**
 * The Russian one among the names of a town: many languages write in Cyrillic, so it is the one in Russian letters whose
 * transliteration is nearest to the Latin name, where a foreign H may be Г; none when all are far from it.
 */
export function russianOf(name, candidates, foreign) {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
    .replaceAll('kh', 'h')
  const off = (candidate, table) => {
    // Елец is Yelets, so Elista is not Елиста
    const spelled = letters(candidate.toLowerCase().replace(/(?<=^|[ -])е/g, 'ye'), table)
      .replaceAll(/[^a-z]/g, '')
      .replaceAll('kh', 'h')
    return distance(spelled, plain) / Math.max(plain.length, 1)
  }
  const scored = candidates
    .filter(
      (candidate) =>
        /^[А-ЯЁ][а-яё]+(?:[ -][А-ЯЁа-яё]+)*$/.test(candidate) &&
        !notRussian.test(candidate) &&
        (foreign || !notOfRussia.test(candidate)),
    )
    .map((candidate) => ({
      candidate,
      off: Math.min(off(candidate, latin), foreign ? off(candidate, { ...latin, г: 'h' }) : 1),
    }))
    .sort(
      (a, b) =>
        a.off - b.off ||
        Number(split.test(a.candidate)) - Number(split.test(b.candidate)) ||
        b.candidate.length - a.candidate.length,
    )
  return scored[0] && scored[0].off <= 0.45 ? scored[0].candidate : ''
}
