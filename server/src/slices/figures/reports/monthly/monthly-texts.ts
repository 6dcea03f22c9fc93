import type { Language } from '@stationmaster/contract'

/** Words of the monthly report; {…} stands for a value. */
interface MonthlyTexts {
  title: string
  running: string
  sessions: string
  energy: string
  money: string
  uptime: string
  incidents: string
  success: string
  co2: string
  stations: string
  toCompensate: string
  /** {change} against the month before */
  change: string
  noChange: string
  ofTried: string
  nothingTried: string
  notKnown: string
  lasted: string
  noIncidents: string
  locationsOf: string
  ofAmount: string
  byDay: string
  byLocation: string
  others: string
  total: string
  kWh: string
  kg: string
  tonnes: string
  hours: string
  columns: Record<
    'location' | 'sessions' | 'energy' | 'amount' | 'toCompensate' | 'uptime' | 'incidents',
    string
  >
  /** {factor} kg a kWh */
  co2Note: string
  note: string
}

export const monthlyTexts: Record<Language, MonthlyTexts> = {
  en: {
    title: 'Monthly report',
    running: 'The month is still running: figures until now',
    sessions: 'Sessions',
    energy: 'Energy',
    money: 'Taken',
    uptime: 'Uptime',
    incidents: 'Incidents',
    success: 'Success rate',
    co2: 'CO₂ not burnt',
    stations: 'Stations',
    toCompensate: 'To be compensated',
    change: '{change} % against the month before',
    noChange: 'nothing in the month before',
    ofTried: '{succeeded} of {tried} sessions charged',
    nothingTried: 'no session was tried',
    notKnown: 'nothing is known of the stations',
    lasted: '{hours} h in all',
    noIncidents: 'none',
    locationsOf: 'locations: {count}',
    ofAmount: 'after fees and what was received',
    byDay: 'Energy by day, kWh',
    byLocation: 'By location',
    others: '{count} other locations',
    total: 'Total',
    kWh: 'kWh',
    kg: 'kg',
    tonnes: 't',
    hours: 'h',
    columns: {
      location: 'Location',
      sessions: 'Sessions',
      energy: 'Energy, kWh',
      amount: 'Taken',
      toCompensate: 'To be compensated',
      uptime: 'Uptime',
      incidents: 'Incidents',
    },
    co2Note:
      'CO₂ not burnt: {factor} kg a kWh, what a petrol car of 7 l/100 km burns on the way that an electric one of 18 kWh/100 km drives with it; 69.3 g/MJ of petrol by the IPCC Guidelines for National Greenhouse Gas Inventories (2006), volume 2, table 3.2.1. What power stations burn is not taken off.',
    note: 'Money and energy are those of the ledger by business day, as in statements; corrections that are booked later may change them. An incident is a stretch of five minutes or more in which nothing of a station could be used. Uptime leaves out planned work. Success rate: sessions that charged, of those that were tried.',
  },
  de: {
    title: 'Monatsbericht',
    running: 'Der Monat läuft noch: Zahlen bis jetzt',
    sessions: 'Ladevorgänge',
    energy: 'Energie',
    money: 'Eingenommen',
    uptime: 'Verfügbarkeit',
    incidents: 'Störungen',
    success: 'Erfolgsquote',
    co2: 'Nicht verbranntes CO₂',
    stations: 'Stationen',
    toCompensate: 'Auszuzahlen',
    change: '{change} % gegenüber dem Vormonat',
    noChange: 'im Vormonat nichts',
    ofTried: '{succeeded} von {tried} Ladevorgängen mit Energie',
    nothingTried: 'kein Ladevorgang versucht',
    notKnown: 'über die Stationen ist nichts bekannt',
    lasted: 'zusammen {hours} Std.',
    noIncidents: 'keine',
    locationsOf: 'Standorte: {count}',
    ofAmount: 'nach Gebühren und Erhaltenem',
    byDay: 'Energie nach Tagen, kWh',
    byLocation: 'Nach Standort',
    others: '{count} weitere Standorte',
    total: 'Summe',
    kWh: 'kWh',
    kg: 'kg',
    tonnes: 't',
    hours: 'Std.',
    columns: {
      location: 'Standort',
      sessions: 'Ladevorgänge',
      energy: 'Energie, kWh',
      amount: 'Eingenommen',
      toCompensate: 'Auszuzahlen',
      uptime: 'Verfügbarkeit',
      incidents: 'Störungen',
    },
    co2Note:
      'Nicht verbranntes CO₂: {factor} kg pro kWh, so viel wie ein Benziner mit 7 l/100 km auf der Strecke verbrennt, die ein Elektroauto mit 18 kWh/100 km damit fährt; 69,3 g/MJ Benzin nach den IPCC-Richtlinien für nationale Treibhausgasinventare (2006), Band 2, Tabelle 3.2.1. Was Kraftwerke verbrennen, ist nicht abgezogen.',
    note: 'Geld und Energie stammen nach Buchungstagen aus dem Hauptbuch, wie in den Abrechnungen; spätere Korrekturen können sie ändern. Eine Störung ist ein Zeitraum von mindestens fünf Minuten, in dem an einer Station nichts nutzbar war. Geplante Arbeiten zählen bei der Verfügbarkeit nicht. Erfolgsquote: Ladevorgänge, die geladen haben, von allen versuchten.',
  },
  ru: {
    title: 'Отчёт за месяц',
    running: 'Месяц ещё идёт: показатели на текущий момент',
    sessions: 'Сессии',
    energy: 'Энергия',
    money: 'Получено',
    uptime: 'Доступность',
    incidents: 'Сбои',
    success: 'Доля успешных',
    co2: 'Не сожжено CO₂',
    stations: 'Станции',
    toCompensate: 'К перечислению',
    change: '{change} % к прошлому месяцу',
    noChange: 'в прошлом месяце ничего',
    ofTried: '{succeeded} из {tried} сессий с зарядкой',
    nothingTried: 'попыток зарядки не было',
    notKnown: 'о станциях нет данных',
    lasted: 'всего {hours} ч',
    noIncidents: 'не было',
    locationsOf: 'локаций: {count}',
    ofAmount: 'за вычетом комиссий и полученного',
    byDay: 'Энергия по дням, кВт·ч',
    byLocation: 'По локациям',
    others: 'Остальные локации: {count}',
    total: 'Итого',
    kWh: 'кВт·ч',
    kg: 'кг',
    tonnes: 'т',
    hours: 'ч',
    columns: {
      location: 'Локация',
      sessions: 'Сессии',
      energy: 'Энергия, кВт·ч',
      amount: 'Получено',
      toCompensate: 'К перечислению',
      uptime: 'Доступность',
      incidents: 'Сбои',
    },
    co2Note:
      'Не сожжено CO₂: {factor} кг на кВт·ч — столько сжигает автомобиль с расходом бензина 7 л/100 км на пути, который электромобиль с расходом 18 кВт·ч/100 км проезжает на этой энергии; 69,3 г/МДж бензина по Руководящим принципам МГЭИК для национальных кадастров парниковых газов (2006), том 2, таблица 3.2.1. Выбросы электростанций не вычтены.',
    note: 'Деньги и энергия — по учётным дням из книги проводок, как в отчётах агента; более поздние корректировки могут их изменить. Сбой — не менее пяти минут, когда на станции нельзя было воспользоваться ничем. Плановые работы в доступность не входят. Доля успешных — сессии с зарядкой среди всех попыток.',
  },
}
