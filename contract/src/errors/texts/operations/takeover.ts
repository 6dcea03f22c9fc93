import type { ErrorTexts } from '../../error-texts.ts'

/** What may be wrong when another system is taken over: of a run, of a file, of a record. */
export const takeoverErrors = {
  'takeover.not_found': {
    status: 404,
    en: 'There is no such takeover.',
    de: 'Diese Übernahme gibt es nicht.',
    ru: 'Такого переноса нет.',
  },
  'takeover.under_way': {
    status: 409,
    en: 'Another takeover has not ended yet.',
    de: 'Eine andere Übernahme ist noch nicht beendet.',
    ru: 'Другой перенос ещё не завершён.',
  },
  'takeover.not_now': {
    status: 409,
    en: 'This is not possible at this step.',
    de: 'Bei diesem Schritt ist das nicht möglich.',
    ru: 'На этом шаге это невозможно.',
  },
  'takeover.not_admitted': {
    status: 403,
    en: 'Whoever started it is no longer an administrator.',
    de: 'Wer sie gestartet hat, ist kein Administrator mehr.',
    ru: 'Тот, кто запустил перенос, больше не администратор.',
  },
  'takeover.left': {
    status: 409,
    en: 'Nobody went on with it for seven days: what had been read is forgotten. Begin again.',
    de: 'Sieben Tage hat niemand weitergemacht: Das Gelesene ist vergessen. Beginnen Sie erneut.',
    ru: 'Семь дней никто не продолжал: прочитанное удалено. Начните заново.',
  },
  'takeover.nothing_read': {
    status: 409,
    en: 'Nothing has been read yet.',
    de: 'Es wurde noch nichts gelesen.',
    ru: 'Ещё ничего не прочитано.',
  },
  'takeover.address_wrong': {
    status: 400,
    en: 'This is no address of a database of this system.',
    de: 'Das ist keine Adresse einer Datenbank dieses Systems.',
    ru: 'Это не адрес базы данных этой системы.',
  },
  'takeover.address_away': {
    status: 409,
    en: 'The database could not be read. What has been read stays; give the address again to go on.',
    de: 'Die Datenbank war nicht lesbar. Was gelesen ist, bleibt; geben Sie die Adresse erneut ein, um fortzufahren.',
    ru: 'Базу данных не удалось прочитать. Прочитанное сохранено; введите адрес ещё раз, чтобы продолжить.',
  },
  'takeover.file_unknown': {
    status: 400,
    en: 'This file has no table of this system.',
    de: 'Diese Datei enthält keine Tabelle dieses Systems.',
    ru: 'В этом файле нет таблиц этой системы.',
  },
  'takeover.line_wrong': {
    status: 400,
    en: 'This line cannot be read.',
    de: 'Diese Zeile ist nicht lesbar.',
    ru: 'Эту строку нельзя прочитать.',
  },
  'takeover.no_connectors': {
    status: 400,
    en: 'The other system knows no connector of this station.',
    de: 'Das andere System kennt keinen Stecker dieser Station.',
    ru: 'Другая система не знает ни одного разъёма этой станции.',
  },
  'takeover.connectors_guessed': {
    status: 400,
    en: 'The other system does not say what its connectors are: they come as Type 2, AC, 22 kW. Please correct them.',
    de: 'Das andere System sagt nicht, welche Stecker es sind: Sie kommen als Typ 2, AC, 22 kW. Bitte berichtigen.',
    ru: 'Другая система не сообщает тип разъёмов: они переносятся как Type 2, AC, 22 кВт. Исправьте их.',
  },
  'takeover.no_password': {
    status: 400,
    en: 'No password can be read: the station connects without one until you set one.',
    de: 'Kein Passwort lesbar: Die Station verbindet sich ohne, bis Sie eines setzen.',
    ru: 'Пароль прочитать нельзя: станция подключается без него, пока вы его не зададите.',
  },
  'takeover.password_unreadable': {
    status: 400,
    en: 'Its password is kept in a way that we do not know: set a new one.',
    de: 'Das Passwort ist auf unbekannte Weise gespeichert: Setzen Sie ein neues.',
    ru: 'Пароль сохранён неизвестным способом: задайте новый.',
  },
  'takeover.station_here': {
    status: 400,
    en: 'A station with this id is here already, and stays as it is.',
    de: 'Eine Station mit dieser ID gibt es schon; sie bleibt, wie sie ist.',
    ru: 'Станция с таким ID уже есть и остаётся без изменений.',
  },
  'takeover.station_unknown': {
    status: 400,
    en: 'Its station or connector does not come.',
    de: 'Ihre Station oder ihr Stecker kommt nicht mit.',
    ru: 'Её станция или разъём не переносится.',
  },
  'takeover.driver_empty': {
    status: 400,
    en: 'This person has neither a name nor an address.',
    de: 'Diese Person hat weder Namen noch Adresse.',
    ru: 'У этого человека нет ни имени, ни адреса.',
  },
  'takeover.token_wrong': {
    status: 400,
    en: 'The number of a card has 1 to 36 characters.',
    de: 'Die Nummer einer Karte hat 1 bis 36 Zeichen.',
    ru: 'Номер карты — от 1 до 36 символов.',
  },
  'takeover.session_runs': {
    status: 400,
    en: 'This session has not ended there.',
    de: 'Dieser Ladevorgang ist dort nicht beendet.',
    ru: 'Эта сессия там не завершена.',
  },
  'takeover.session_times': {
    status: 400,
    en: 'Its begin or end is missing, or the end is before the begin.',
    de: 'Beginn oder Ende fehlt, oder das Ende liegt vor dem Beginn.',
    ru: 'Нет начала или конца, либо конец раньше начала.',
  },
  'takeover.session_energy': {
    status: 400,
    en: 'Its energy is missing or cannot be right.',
    de: 'Die Energie fehlt oder kann nicht stimmen.',
    ru: 'Энергия не указана или неверна.',
  },
  'takeover.currency': {
    status: 400,
    en: 'The amount is in another currency and does not come.',
    de: 'Der Betrag ist in einer anderen Währung und kommt nicht mit.',
    ru: 'Сумма в другой валюте и не переносится.',
  },
  'takeover.tariff_partly': {
    status: 400,
    en: 'Only the prices per kWh, minute and session come; this part does not.',
    de: 'Nur die Preise pro kWh, Minute und Ladevorgang kommen mit; dieser Teil nicht.',
    ru: 'Переносятся только цены за кВт·ч, минуту и сессию; эта часть — нет.',
  },
  'takeover.tariff_unplaced': {
    status: 400,
    en: 'Its tariff holds only in some cases, or there is more than one: it does not come.',
    de: 'Der Tarif gilt nur in manchen Fällen, oder es gibt mehrere: Er kommt nicht mit.',
    ru: 'Тариф действует не всегда, или их несколько: он не переносится.',
  },
} as const satisfies ErrorTexts
