import type { ErrorTexts } from '../error-texts.ts'

export const roamingErrors = {
  'roaming.no_party': {
    status: 409,
    en: 'Name your party first: partners know you by its country code and identifier.',
    de: 'Tragen Sie zuerst Ihre Partei ein: Partner kennen Sie unter ihrem Ländercode und ihrer ID.',
    ru: 'Сначала укажите свою организацию: партнёры знают вас по её коду страны и ID.',
  },
  'roaming.party_in_use': {
    status: 409,
    en: 'Partners are connected with this party, so its country code and identifier stay. Withdraw from all partners to change them.',
    de: 'Mit dieser Partei sind Partner verbunden, daher bleiben Ländercode und ID. Um sie zu ändern, beenden Sie alle Verbindungen.',
    ru: 'С этой организацией соединены партнёры, поэтому код страны и ID не меняются. Чтобы изменить их, завершите все соединения.',
  },
  'roaming.partner_not_found': {
    status: 404,
    en: 'There is no such partner.',
    de: 'Diesen Partner gibt es nicht.',
    ru: 'Такого партнёра нет.',
  },
  'roaming.tariff_not_found': {
    status: 404,
    en: 'There is no such tariff.',
    de: 'Diesen Tarif gibt es nicht.',
    ru: 'Такого тарифа нет.',
  },
  'roaming.message_not_found': {
    status: 404,
    en: 'This message is not there, or is no longer kept.',
    de: 'Diese Nachricht gibt es nicht oder nicht mehr.',
    ru: 'Этого сообщения нет, или оно больше не хранится.',
  },
  'roaming.wrong_state': {
    status: 409,
    en: 'This cannot be done in the partner’s present state, which may have changed meanwhile.',
    de: 'Das geht im jetzigen Zustand des Partners nicht; vielleicht hat er sich inzwischen geändert.',
    ru: 'В нынешнем состоянии партнёра это невозможно; возможно, оно уже изменилось.',
  },
  'roaming.address_refused': {
    status: 400,
    en: 'The server does not call this address: it must begin with https:// and be public. Networks of your own are allowed by a setting.',
    de: 'Diese Adresse ruft der Server nicht auf: Sie muss mit https:// beginnen und öffentlich sein. Eigene Netze erlaubt eine Einstellung.',
    ru: 'Сервер не обращается по этому адресу: он должен начинаться с https:// и быть публичным. Собственные сети разрешает настройка.',
  },
  'roaming.contract_not_found': {
    status: 404,
    en: 'There is no such contract.',
    de: 'Diesen Vertrag gibt es nicht.',
    ru: 'Такого договора нет.',
  },
  'roaming.contract_starts_too_early': {
    status: 400,
    en: 'A contract begins today at the earliest: earlier sessions are charged already.',
    de: 'Ein Vertrag beginnt frühestens heute: Frühere Ladevorgänge sind schon berechnet.',
    ru: 'Договор начинается не раньше сегодняшнего дня: прежние зарядки уже рассчитаны.',
  },
  'roaming.contract_ends_before_start': {
    status: 400,
    en: 'The last day of a contract is not before its first.',
    de: 'Der letzte Tag eines Vertrags liegt nicht vor seinem ersten.',
    ru: 'Последний день договора не может быть раньше первого.',
  },
  'roaming.contract_overlaps': {
    status: 409,
    en: 'Another contract with this partner holds on some of these days. End that one first.',
    de: 'An einigen dieser Tage gilt ein anderer Vertrag mit diesem Partner. Beenden Sie zuerst jenen.',
    ru: 'В некоторые из этих дней действует другой договор с этим партнёром. Сначала завершите его.',
  },
  'roaming.contract_vat_within_month': {
    status: 409,
    en: 'VAT changes only from one month to the next, as an invoice is of one month.',
    de: 'Die Umsatzsteuer wechselt nur von einem Monat zum nächsten, denn eine Rechnung gilt für einen Monat.',
    ru: 'НДС меняется только с начала месяца: счёт выставляется за месяц.',
  },
  'roaming.contract_is_over': {
    status: 409,
    en: 'A contract that is over stays as it was, and none ends before today.',
    de: 'Ein abgelaufener Vertrag bleibt, wie er war, und keiner endet vor heute.',
    ru: 'Завершённый договор не меняется, и ни один не завершается раньше сегодняшнего дня.',
  },
  'roaming.contract_has_begun': {
    status: 409,
    en: 'This contract has begun. It can be ended, not removed.',
    de: 'Dieser Vertrag hat begonnen. Er kann beendet, aber nicht entfernt werden.',
    ru: 'Этот договор уже действует: его можно завершить, но не удалить.',
  },
  'roaming.other_currency': {
    status: 400,
    en: 'The network bills in {currency} only. A contract in another currency is not possible.',
    de: 'Das Netz rechnet nur in {currency} ab. Ein Vertrag in einer anderen Währung ist nicht möglich.',
    ru: 'Сеть ведёт расчёты только в {currency}. Договор в другой валюте невозможен.',
  },
  'roaming.list_unreadable': {
    status: 400,
    en: 'The list cannot be read, at line {line}. It is a CSV file with heads, cdr_id among them.',
    de: 'Die Liste ist nicht lesbar, bei Zeile {line}. Sie ist eine CSV-Datei mit Spaltennamen, darunter cdr_id.',
    ru: 'Список не читается, строка {line}. Это файл CSV с заголовками, среди них cdr_id.',
  },
  'roaming.settlement_agreed': {
    status: 409,
    en: 'This month is agreed on, so its list stays.',
    de: 'Dieser Monat ist abgestimmt, seine Liste bleibt.',
    ru: 'Этот месяц согласован, его список не меняется.',
  },
  'roaming.nothing_to_agree': {
    status: 409,
    en: 'There is no list to agree with, or it is agreed on already.',
    de: 'Es gibt keine Liste zum Abstimmen, oder sie ist schon abgestimmt.',
    ru: 'Нет списка для согласования, или он уже согласован.',
  },
} as const satisfies ErrorTexts
