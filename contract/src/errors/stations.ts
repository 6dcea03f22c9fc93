import type { ErrorTexts } from './error-texts.ts'

export const stationsErrors = {
  'station.not_found': {
    status: 404,
    en: 'There is no such station.',
    de: 'Diese Station gibt es nicht.',
    ru: 'Такой станции нет.',
  },
  'station.exists': {
    status: 409,
    en: 'A station with this id exists already.',
    de: 'Eine Station mit dieser Kennung gibt es schon.',
    ru: 'Станция с таким идентификатором уже есть.',
  },
  'station_model.exists': {
    status: 409,
    en: 'This manufacturer has a model of this name already.',
    de: 'Von diesem Hersteller gibt es schon ein Modell mit diesem Namen.',
    ru: 'У этого производителя уже есть модель с таким названием.',
  },
  'station.changed': {
    status: 409,
    en: 'Someone else has changed this station. Load it again, then change it.',
    de: 'Jemand anderes hat diese Station geändert. Laden Sie sie neu und ändern Sie sie dann.',
    ru: 'Кто-то другой уже изменил эту станцию. Загрузите её снова и повторите изменение.',
  },
  'station.has_open_orders': {
    status: 409,
    en: 'The station has open orders. They must end before it can be deleted.',
    de: 'Die Station hat offene Aufträge. Sie müssen enden, bevor sie gelöscht werden kann.',
    ru: 'У станции есть открытые заказы. Удалить её можно только после их завершения.',
  },
  'station.no_such_evse': {
    status: 404,
    en: 'The station has no such EVSE.',
    de: 'Diesen Ladepunkt hat die Station nicht.',
    ru: 'У станции нет такого блока EVSE.',
  },
  'station.offline': {
    status: 409,
    en: 'The station is not connected.',
    de: 'Die Station ist nicht verbunden.',
    ru: 'Станция не на связи.',
  },
  'station.timeout': {
    status: 504,
    en: 'The station did not answer in time.',
    de: 'Die Station hat nicht rechtzeitig geantwortet.',
    ru: 'Станция не ответила вовремя.',
  },
  'station.rejected': {
    status: 409,
    en: 'The station refused the command.',
    de: 'Die Station hat den Befehl abgelehnt.',
    ru: 'Станция отклонила команду.',
  },
  'station.call_error': {
    status: 502,
    en: 'The station answered with an error.',
    de: 'Die Station hat mit einem Fehler geantwortet.',
    ru: 'Станция ответила ошибкой.',
  },
  'station.disconnected': {
    status: 502,
    en: 'The connection to the station broke before it answered.',
    de: 'Die Verbindung brach ab, bevor die Station antwortete.',
    ru: 'Связь со станцией прервалась до ответа.',
  },
  'station.busy': {
    status: 503,
    en: 'Too many commands are waiting for this station.',
    de: 'Für diese Station warten zu viele Befehle.',
    ru: 'Слишком много команд ждут эту станцию.',
  },
  'station.unsupported': {
    status: 409,
    en: "The station's protocol version does not have this command.",
    de: 'Die Protokollversion der Station kennt diesen Befehl nicht.',
    ru: 'Версия протокола станции не знает этой команды.',
  },
  'station.message_invalid': {
    status: 400,
    en: 'The payload does not fit the schema of this command.',
    de: 'Die Nutzdaten passen nicht zum Schema dieses Befehls.',
    ru: 'Содержимое не подходит под схему этой команды.',
  },
  'message.not_found': {
    status: 404,
    en: 'There is no such message in the journal.',
    de: 'Diese Nachricht gibt es im Journal nicht.',
    ru: 'Такого сообщения в журнале нет.',
  },
  'download.expired': {
    status: 410,
    en: 'This link was used already or is too old. Ask for the download again.',
    de: 'Dieser Link wurde schon benutzt oder ist abgelaufen. Fordern Sie den Download noch einmal an.',
    ru: 'Эта ссылка уже использована или устарела. Запросите файл ещё раз.',
  },
  'connector.not_found': {
    status: 404,
    en: 'There is no such connector.',
    de: 'Diesen Anschluss gibt es nicht.',
    ru: 'Такого разъёма нет.',
  },
  'connector.not_available': {
    status: 409,
    en: 'The connector is not available.',
    de: 'Der Anschluss ist nicht frei.',
    ru: 'Разъём недоступен.',
  },
  'connector.occupied': {
    status: 409,
    en: 'The connector has an open order.',
    de: 'Am Anschluss läuft ein Ladevorgang.',
    ru: 'На разъёме есть открытый заказ.',
  },
  'connector.not_charging': {
    status: 409,
    en: 'Nothing is charging on this connector.',
    de: 'An diesem Anschluss lädt nichts.',
    ru: 'На этом разъёме ничего не заряжается.',
  },
} as const satisfies ErrorTexts
