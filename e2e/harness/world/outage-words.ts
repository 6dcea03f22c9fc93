import type { Language } from '@stationmaster/contract'
/** Instants of the story: the station's own, and those at which the server heard of them. */
export interface Instants {
  begun: Date
  created: Date
  first: Date
  lost: Date
  dark: Date
  darker: Date
  returned: Date
  darkArrived: Date
  darkerArrived: Date
  again: Date
  ended: Date
  paid: Date
  receipt: Date
}

export type Entry = [at: Date, kind: string, words: string]

/** What a person reads of the story. */
export interface OutageWords {
  heading: string
  zone: string
  /** the folded steps of the start begin with it */
  start: string
  figures: Record<string, string>
  /** newest first; a station of 2.0.1 sends its register with the start and the end too */
  entries: (
    i: Instants,
    order: { transaction: string; version: number; receipt: string },
    registers: boolean,
  ) => Entry[]
}

// the network's zone; neither the location's nor the browser's
export const clock = (at: Date) => new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(11, 19)
const secondsBetween = (from: Date, to: Date) => Math.floor((to.getTime() - from.getTime()) / 1000)

export const outageWords: Record<Language, OutageWords> = {
  en: {
    heading: 'Chronology',
    start: 'Start: ',
    zone: 'Times of Europe/Moscow, GMT+3. What was delivered late is listed at the time it happened.',
    figures: { Energy: '12.345 kWh', Price: '209.87 ₽' },
    entries: (i, { transaction, version, receipt }, registers) => [
      [i.receipt, 'Payment', `Receipt registered 209.87 ₽ | ${receipt}`],
      [i.paid, 'Payment', 'Paid 209.87 ₽'],
      [i.ended, 'Order', 'Car unplugged'],
      [i.ended, 'Order', 'Session closed'],
      [i.ended, 'Order', 'Charging ended'],
      [i.ended, 'OCPP', 'Station reports the end | meter 712.345 kWh · Car unplugged | → End confirmed'],
      ...(registers ? [[i.ended, 'OCPP', 'Meter values | 12.345 kWh'] satisfies Entry] : []),
      [i.again, 'OCPP', 'Meter values | 11.000 kWh · 45.0 kW'],
      [
        i.returned,
        'OCPP',
        `Connection restored | offline for ${secondsBetween(i.lost, i.returned)} s · 2 messages delivered late`,
      ],
      [i.darker, 'OCPP', `Meter values | 8.000 kWh · 45.0 kW | delivered late, at ${clock(i.darkerArrived)}`],
      [i.dark, 'OCPP', `Meter values | 5.000 kWh · 60.0 kW | delivered late, at ${clock(i.darkArrived)}`],
      [i.lost, 'OCPP', 'Connection lost | the network connection broke'],
      [i.first, 'OCPP', 'Meter values | 2.000 kWh · 120.0 kW'],
      [i.created, 'Order', 'Start command | Started'],
      [i.created, 'Order', `Order created | 17.00 ₽ per kWh · tariff version ${version}`],
      ...(registers ? [[i.begun, 'OCPP', 'Meter values | 0.000 kWh'] satisfies Entry] : []),
      [i.begun, 'Order', 'Energy flows'],
      [i.begun, 'Order', 'Charging started'],
      [
        i.begun,
        'OCPP',
        `Station reports the start | transaction ${transaction} · meter 700.000 kWh | → Start confirmed`,
      ],
      [i.begun, 'Order', 'Charging requested'],
    ],
  },
  de: {
    heading: 'Chronik',
    start: 'Start: ',
    zone: 'Zeiten in Europe/Moscow, GMT+3. Verspätet Zugestelltes steht bei der Zeit, zu der es geschehen ist.',
    figures: { Energie: '12,345 kWh', Preis: '209,87 ₽' },
    entries: (i, { transaction, version, receipt }, registers) => [
      [i.receipt, 'Zahlung', `Beleg registriert 209,87 ₽ | ${receipt}`],
      [i.paid, 'Zahlung', 'Bezahlt 209,87 ₽'],
      [i.ended, 'Ladevorgang', 'Auto abgesteckt'],
      [i.ended, 'Ladevorgang', 'Ladevorgang abgeschlossen'],
      [i.ended, 'Ladevorgang', 'Laden beendet'],
      [i.ended, 'OCPP', 'Station meldet das Ende | Zähler 712,345 kWh · Auto abgesteckt | → Ende bestätigt'],
      ...(registers ? [[i.ended, 'OCPP', 'Messwerte | 12,345 kWh'] satisfies Entry] : []),
      [i.again, 'OCPP', 'Messwerte | 11,000 kWh · 45,0 kW'],
      [
        i.returned,
        'OCPP',
        `Verbindung wiederhergestellt | ${secondsBetween(i.lost, i.returned)} s offline · 2 Nachrichten verspätet zugestellt`,
      ],
      [
        i.darker,
        'OCPP',
        `Messwerte | 8,000 kWh · 45,0 kW | verspätet zugestellt, um ${clock(i.darkerArrived)}`,
      ],
      [i.dark, 'OCPP', `Messwerte | 5,000 kWh · 60,0 kW | verspätet zugestellt, um ${clock(i.darkArrived)}`],
      [i.lost, 'OCPP', 'Verbindung verloren | Netzverbindung abgebrochen'],
      [i.first, 'OCPP', 'Messwerte | 2,000 kWh · 120,0 kW'],
      [i.created, 'Ladevorgang', 'Startbefehl | Gestartet'],
      [i.created, 'Ladevorgang', `Ladevorgang angelegt | 17,00 ₽ pro kWh · Tarifversion ${version}`],
      ...(registers ? [[i.begun, 'OCPP', 'Messwerte | 0,000 kWh'] satisfies Entry] : []),
      [i.begun, 'Ladevorgang', 'Energie fließt'],
      [i.begun, 'Ladevorgang', 'Laden begonnen'],
      [
        i.begun,
        'OCPP',
        `Station meldet den Beginn | Transaktion ${transaction} · Zähler 700,000 kWh | → Beginn bestätigt`,
      ],
      [i.begun, 'Ladevorgang', 'Laden angefordert'],
    ],
  },
  ru: {
    heading: 'Хронология',
    start: 'Запуск: ',
    zone: 'Время: Europe/Moscow, GMT+3. Доставленное с опозданием показано по времени, когда это произошло.',
    figures: { Энергия: '12,345 кВт·ч', Стоимость: '209,87 ₽' },
    entries: (i, { transaction, version, receipt }, registers) => [
      [i.receipt, 'Оплата', `Чек зарегистрирован 209,87 ₽ | ${receipt}`],
      [i.paid, 'Оплата', 'Оплачено 209,87 ₽'],
      [i.ended, 'Заказ', 'Автомобиль отключён'],
      [i.ended, 'Заказ', 'Сессия закрыта'],
      [i.ended, 'Заказ', 'Зарядка закончилась'],
      [
        i.ended,
        'OCPP',
        'Станция сообщила о завершении | счётчик 712,345 кВт·ч · Автомобиль отключён | → Завершение подтверждено',
      ],
      ...(registers ? [[i.ended, 'OCPP', 'Показания счётчика | 12,345 кВт·ч'] satisfies Entry] : []),
      [i.again, 'OCPP', 'Показания счётчика | 11,000 кВт·ч · 45,0 кВт'],
      [
        i.returned,
        'OCPP',
        `Связь восстановлена | не на связи ${secondsBetween(i.lost, i.returned)} с · 2 сообщения доставлены с опозданием`,
      ],
      [
        i.darker,
        'OCPP',
        `Показания счётчика | 8,000 кВт·ч · 45,0 кВт | доставлено с опозданием, в ${clock(i.darkerArrived)}`,
      ],
      [
        i.dark,
        'OCPP',
        `Показания счётчика | 5,000 кВт·ч · 60,0 кВт | доставлено с опозданием, в ${clock(i.darkArrived)}`,
      ],
      [i.lost, 'OCPP', 'Связь потеряна | соединение оборвалось'],
      [i.first, 'OCPP', 'Показания счётчика | 2,000 кВт·ч · 120,0 кВт'],
      [i.created, 'Заказ', 'Команда запуска | Запущено'],
      [i.created, 'Заказ', `Заказ создан | 17,00 ₽ за кВт·ч · версия тарифа ${version}`],
      ...(registers ? [[i.begun, 'OCPP', 'Показания счётчика | 0,000 кВт·ч'] satisfies Entry] : []),
      [i.begun, 'Заказ', 'Энергия пошла'],
      [i.begun, 'Заказ', 'Зарядка началась'],
      [
        i.begun,
        'OCPP',
        `Станция сообщила о начале | транзакция ${transaction} · счётчик 700,000 кВт·ч | → Начало подтверждено`,
      ],
      [i.begun, 'Заказ', 'Зарядка запрошена'],
    ],
  },
}
