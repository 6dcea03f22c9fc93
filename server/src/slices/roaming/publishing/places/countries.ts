/** ISO 3166-1: two letters and three, of the countries in which networks of ours may stand. */
const codes =
  'AD AND,AE ARE,AL ALB,AM ARM,AT AUT,AU AUS,AZ AZE,BA BIH,BE BEL,BG BGR,BR BRA,BY BLR,CA CAN,CH CHE,CL CHL,CN CHN,CY CYP,CZ CZE,' +
  'DE DEU,DK DNK,EE EST,ES ESP,FI FIN,FO FRO,FR FRA,GB GBR,GE GEO,GR GRC,HR HRV,HU HUN,IE IRL,IL ISR,IN IND,IS ISL,IT ITA,JP JPN,' +
  'KG KGZ,KR KOR,KZ KAZ,LI LIE,LT LTU,LU LUX,LV LVA,MC MCO,MD MDA,ME MNE,MK MKD,MN MNG,MT MLT,MX MEX,NL NLD,NO NOR,NZ NZL,PL POL,' +
  'PT PRT,RO ROU,RS SRB,RU RUS,SA SAU,SE SWE,SI SVN,SK SVK,SM SMR,TH THA,TJ TJK,TM TKM,TR TUR,UA UKR,US USA,UZ UZB,ZA ZAF'

const pairs = codes.split(',').map((pair) => pair.split(' ') as [string, string])

const named = new Map(
  ['en', 'de', 'ru'].flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: 'region' })
    return pairs.map(([two, three]) => [names.of(two)?.toLowerCase() ?? two, three] as const)
  }),
)
const byCode = new Map(pairs.flatMap(([two, three]) => [[two, three] as const, [three, three] as const]))

/** The three letters of a country that is named in one of our languages, or by a code of ISO 3166; undefined: it is none that we know. */
export const countryCodeOf = (name: string): string | undefined =>
  named.get(name.trim().toLowerCase()) ?? byCode.get(name.trim().toUpperCase())
