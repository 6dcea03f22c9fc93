import type { ErrorTexts } from '../../error-texts.ts'

export const apiKeyErrors = {
  'key.invalid': {
    status: 401,
    en: 'This API key is wrong.',
    de: 'Dieser API-Schlüssel ist falsch.',
    ru: 'Этот ключ API неверен.',
  },
  'key.expired': {
    status: 401,
    en: 'This API key has expired.',
    de: 'Dieser API-Schlüssel ist abgelaufen.',
    ru: 'Срок действия этого ключа API истёк.',
  },
  'key.revoked': {
    status: 401,
    en: 'This API key was revoked.',
    de: 'Dieser API-Schlüssel wurde widerrufen.',
    ru: 'Этот ключ API отозван.',
  },
  'key.idle': {
    status: 403,
    en: 'Whoever made this API key may not use keys now.',
    de: 'Wer diesen API-Schlüssel angelegt hat, darf zurzeit keine Schlüssel benutzen.',
    ru: 'Создатель этого ключа API сейчас не может пользоваться ключами.',
  },
  'key.address_refused': {
    status: 403,
    en: 'This API key may not be used from the address {address}.',
    de: 'Dieser API-Schlüssel darf von der Adresse {address} nicht benutzt werden.',
    ru: 'Этот ключ API нельзя использовать с адреса {address}.',
  },
  'key.scope_missing': {
    status: 403,
    en: 'This API key lacks the scope {scope}.',
    de: 'Diesem API-Schlüssel fehlt der Bereich {scope}.',
    ru: 'У этого ключа API нет права {scope}.',
  },
  'key.person_only': {
    status: 403,
    en: 'API keys cannot do this: a person has to log in.',
    de: 'Mit API-Schlüsseln geht das nicht: Dafür muss sich eine Person anmelden.',
    ru: 'С ключом API это невозможно: нужно, чтобы вошёл человек.',
  },
  'key.narrowed': {
    status: 403,
    en: 'This API key is for some locations only, and this concerns more than these.',
    de: 'Dieser API-Schlüssel gilt nur für einige Standorte, und dies betrifft mehr als diese.',
    ru: 'Этот ключ API действует только для некоторых локаций, а запрос касается не только их.',
  },
  'key.not_found': {
    status: 404,
    en: 'There is no such API key.',
    de: 'Diesen API-Schlüssel gibt es nicht.',
    ru: 'Такого ключа API нет.',
  },
  'key.ended': {
    status: 409,
    en: 'This API key has ended, or another has replaced it.',
    de: 'Dieser API-Schlüssel ist nicht mehr gültig oder wurde schon ersetzt.',
    ru: 'Этот ключ API больше не действует или уже заменён.',
  },
  'key.too_many': {
    status: 409,
    en: 'You have {most} API keys in use. Revoke one first.',
    de: 'Sie haben {most} API-Schlüssel in Gebrauch. Widerrufen Sie zuerst einen.',
    ru: 'У вас уже {most} действующих ключей API. Сначала отзовите один из них.',
  },
  'key.address_invalid': {
    status: 400,
    en: '{address} is no address and no network.',
    de: '{address} ist weder eine Adresse noch ein Netz.',
    ru: '{address} — не адрес и не сеть.',
  },
} as const satisfies ErrorTexts
