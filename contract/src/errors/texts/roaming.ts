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
} as const satisfies ErrorTexts
