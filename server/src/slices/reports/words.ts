import type { Language, PaymentMethodType, ReportMode } from '@stationmaster/contract'

/** The heads of columns of reports and their files, without units. */
const en = {
  ...{ owner: 'Owner', inn: 'INN', contract: 'Contract', locations: 'Locations', sessions: 'Sessions' },
  ...{
    energy: 'Energy',
    amount: 'Amount',
    refunded: 'Refunded',
    charged_back: 'Chargebacks',
    card: 'Card',
    sbp: 'SBP',
  },
  ...{ terminal: 'Terminal', account: 'Account', cash: 'Cash', unpaid: 'Paid by the network' },
  ...{ bank_commission: 'Bank commission', agent_fee: 'Agent fee', compensation: 'Compensation' },
  ...{ to_compensate: 'To be compensated', day: 'Day', location: 'Location', method: 'Way to pay' },
  ...{ provider: 'Provider', shop: 'Shop', address: 'Address', stations: 'Stations' },
  ...{ average_check: 'Average check', order: 'Order', created: 'Created', station: 'Station' },
  ...{ connector: 'Connector', power: 'Power, kW', client: 'Driver', rfid: 'Card number', start: 'Start' },
  ...{ finish: 'End', minutes: 'Duration, min', meter_start: 'Meter at start', meter_stop: 'Meter at end' },
  ...{ soc_start: 'SoC at start, %', soc_stop: 'SoC at end, %', tariff: 'Tariff for 1 kWh' },
  ...{
    discount: 'Discount, %',
    charging: 'Price of charging',
    reservation: 'Reservation',
    services: 'Services',
  },
  ...{ parking: 'Idle fee' },
  ...{ captured: 'Captured', provider_payment: 'Payment at the provider', document: 'Document' },
  ...{
    period: 'Period',
    turnover: 'Turnover',
    own_sales: 'Own sales',
    plan_fees: 'Plans',
    bank_cost: 'Bank cost',
  },
  ...{ compensation_cost: 'Sessions paid by the network', cashback: 'Cashback', net_income: 'Net income' },
  ...{ phone: 'Phone', opening: 'Balance before', top_ups: 'Top-ups', charged: 'Charged' },
  ...{ refunds: 'Refunds', closing: 'Balance after', clients: 'Drivers', new_clients: 'New' },
  ...{ returning_clients: 'Returning', sessions_per_client: 'Sessions per driver' },
  ...{
    energy_per_client: 'Energy per driver',
    status: 'Status',
    driver: 'Driver',
    revenue: 'Revenue without cash',
  },
  ...{ idle_minutes: 'Idle, min', receipt: 'Fiscal receipt' },
}
export type ColumnKey = keyof typeof en

export const columnHeads: Record<Language, Record<ColumnKey, string>> = {
  en,
  de: {
    ...{ owner: 'Eigentümer', inn: 'INN', contract: 'Vertrag', locations: 'Standorte' },
    ...{
      sessions: 'Ladevorgänge',
      energy: 'Energie',
      amount: 'Betrag',
      refunded: 'Erstattet',
      charged_back: 'Rückbelastungen',
    },
    ...{ card: 'Karte', sbp: 'SBP', terminal: 'Terminal', account: 'Konto', cash: 'Bar' },
    ...{ unpaid: 'Vom Netz gezahlt', bank_commission: 'Bankgebühr', agent_fee: 'Agenturgebühr' },
    ...{ compensation: 'Ausgleich', to_compensate: 'Auszuzahlen', day: 'Tag', location: 'Standort' },
    ...{ method: 'Zahlungsart', provider: 'Anbieter', shop: 'Shop', address: 'Adresse' },
    ...{ stations: 'Stationen', average_check: 'Durchschnitt pro Ladevorgang', order: 'Ladevorgang' },
    ...{ created: 'Angelegt', station: 'Station', connector: 'Anschluss', power: 'Leistung, kW' },
    ...{ client: 'Fahrer', rfid: 'Kartennummer', start: 'Beginn', finish: 'Ende', minutes: 'Dauer, min' },
    ...{ meter_start: 'Zähler am Anfang', meter_stop: 'Zähler am Ende', soc_start: 'Ladestand Anfang, %' },
    ...{ soc_stop: 'Ladestand Ende, %', tariff: 'Preis für 1 kWh', discount: 'Rabatt, %' },
    ...{
      charging: 'Preis des Ladens',
      reservation: 'Reservierung',
      services: 'Services',
      parking: 'Blockiergebühr',
      captured: 'Eingezogen',
    },
    ...{ provider_payment: 'Zahlung beim Anbieter', document: 'Beleg', period: 'Zeitraum' },
    ...{ turnover: 'Umsatz', own_sales: 'Eigene Verkäufe', plan_fees: 'Tarifpläne', bank_cost: 'Bankkosten' },
    ...{ compensation_cost: 'Vom Netz gezahlte Ladevorgänge', cashback: 'Cashback' },
    ...{ net_income: 'Nettoertrag', phone: 'Telefon', opening: 'Guthaben vorher', top_ups: 'Aufladungen' },
    ...{ charged: 'Verbraucht', refunds: 'Erstattungen', closing: 'Guthaben nachher', clients: 'Fahrer' },
    ...{ new_clients: 'Neue', returning_clients: 'Wiederkehrende', status: 'Status', driver: 'Fahrer' },
    ...{ sessions_per_client: 'Ladevorgänge pro Fahrer', energy_per_client: 'Energie pro Fahrer' },
    ...{ revenue: 'Umsatz ohne Bar', idle_minutes: 'Standzeit, min', receipt: 'Kassenbeleg' },
  },
  ru: {
    ...{ owner: 'Владелец', inn: 'ИНН', contract: 'Договор', locations: 'Локации', sessions: 'Сессии' },
    ...{
      energy: 'Энергия',
      amount: 'Сумма',
      refunded: 'Возвращено',
      charged_back: 'Опротестовано',
      card: 'Карта',
      sbp: 'СБП',
    },
    ...{ terminal: 'Терминал', account: 'Счёт', cash: 'Наличные', unpaid: 'Оплачено сетью' },
    ...{ bank_commission: 'Комиссия банка', agent_fee: 'Вознаграждение агента' },
    ...{ compensation: 'Компенсация', to_compensate: 'К перечислению', day: 'День', location: 'Локация' },
    ...{ method: 'Способ оплаты', provider: 'Провайдер', shop: 'Магазин', address: 'Адрес' },
    ...{ stations: 'Станции', average_check: 'Средний чек', order: 'Заказ', created: 'Создан' },
    ...{ station: 'Станция', connector: 'Разъём', power: 'Мощность, кВт', client: 'Водитель' },
    ...{ rfid: 'Номер карты', start: 'Начало', finish: 'Конец', minutes: 'Длительность, мин' },
    ...{ meter_start: 'Счётчик в начале', meter_stop: 'Счётчик в конце', soc_start: 'Заряд в начале, %' },
    ...{ soc_stop: 'Заряд в конце, %', tariff: 'Цена за 1 кВт·ч', discount: 'Скидка, %' },
    ...{
      charging: 'Цена зарядки',
      reservation: 'Бронирование',
      services: 'Услуги',
      parking: 'Плата за простой',
    },
    ...{ captured: 'Списано', provider_payment: 'Платёж у провайдера', document: 'Документ' },
    ...{ period: 'Период', turnover: 'Оборот', own_sales: 'Собственные продажи', plan_fees: 'Планы' },
    ...{ bank_cost: 'Расходы на банк', compensation_cost: 'Сессии за счёт сети', cashback: 'Кешбэк' },
    ...{ net_income: 'Чистый итог', phone: 'Телефон', opening: 'Остаток до', top_ups: 'Пополнения' },
    ...{ charged: 'Потрачено', refunds: 'Возвраты', closing: 'Остаток после', clients: 'Водители' },
    ...{ new_clients: 'Новые', returning_clients: 'Вернувшиеся', status: 'Статус', driver: 'Водитель' },
    ...{ sessions_per_client: 'Сессий на водителя', energy_per_client: 'Энергия на водителя' },
    ...{ revenue: 'Выручка без наличных', idle_minutes: 'Простой, мин', receipt: 'Чек' },
  },
}

interface SheetWords {
  kWh: string
  total: string
  ownLocations: string
  /** {shown} rows of {all} */
  cut: string
  methods: Record<PaymentMethodType, string>
  modes: Record<ReportMode | 'payments' | 'orders', string>
  statuses: Record<string, string>
}

export const sheetWords: Record<Language, SheetWords> = {
  en: {
    ...{ kWh: 'kWh', total: 'Total', ownLocations: 'The network itself' },
    cut: 'The first {shown} of {all} rows. All of them can be asked for by e-mail.',
    methods: {
      ...{ account: 'Account', terminal: 'Terminal', sbp: 'SBP', cash: 'Cash' },
      ...{ compensation: 'Compensation', card: 'Card' },
    },
    modes: {
      ...{ owner: 'By owners', day: 'By days', location: 'By locations', detailed: 'Detailed' },
      ...{ income: 'Income', account: 'Accounts', unique_clients: 'Unique drivers' },
      ...{ payments: 'Statistics by day', orders: 'Orders' },
    },
    statuses: {
      ...{ wait_payment: 'waiting for payment', active: 'reserved', countdown: 'waiting for the plug' },
      ...{ starting: 'starting', started: 'charging', completed: 'completed', canceled: 'canceled' },
      expired: 'expired',
    },
  },
  de: {
    ...{ kWh: 'kWh', total: 'Summe', ownLocations: 'Das Netz selbst' },
    cut: 'Die ersten {shown} von {all} Zeilen. Alle gibt es per E-Mail.',
    methods: {
      ...{ account: 'Konto', terminal: 'Terminal', sbp: 'SBP', cash: 'Bar' },
      ...{ compensation: 'Ausgleich', card: 'Karte' },
    },
    modes: {
      ...{ owner: 'Nach Eigentümern', day: 'Nach Tagen', location: 'Nach Standorten' },
      ...{ detailed: 'Einzeln', income: 'Ertrag', account: 'Guthaben', unique_clients: 'Fahrer' },
      ...{ payments: 'Statistik nach Tagen', orders: 'Ladevorgänge' },
    },
    statuses: {
      ...{ wait_payment: 'wartet auf Zahlung', active: 'reserviert', countdown: 'wartet auf den Stecker' },
      ...{ starting: 'startet', started: 'lädt', completed: 'abgeschlossen', canceled: 'abgebrochen' },
      expired: 'abgelaufen',
    },
  },
  ru: {
    ...{ kWh: 'кВт·ч', total: 'Итого', ownLocations: 'Сама сеть' },
    cut: 'Первые {shown} из {all} строк. Все строки можно получить по почте.',
    methods: {
      ...{ account: 'Счёт', terminal: 'Терминал', sbp: 'СБП', cash: 'Наличные' },
      ...{ compensation: 'Компенсация', card: 'Карта' },
    },
    modes: {
      ...{ owner: 'По партнёрам', day: 'По дням', location: 'По локациям', detailed: 'Подробный' },
      ...{ income: 'Итоги сети', account: 'Счета', unique_clients: 'Уникальные водители' },
      ...{ payments: 'Статистика по дням', orders: 'Заказы' },
    },
    statuses: {
      ...{ wait_payment: 'ждёт оплаты', active: 'забронирован', countdown: 'ждёт подключения' },
      ...{ starting: 'запускается', started: 'заряжается', completed: 'завершён', canceled: 'отменён' },
      expired: 'истёк',
    },
  },
}
