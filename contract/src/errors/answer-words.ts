import type { Language } from '../base/enums.ts'

type Words = Readonly<Record<Language, string>>

const unsupported = { en: 'not supported', de: 'nicht unterstützt', ru: 'не поддерживается' }
const nothing = { en: 'nothing that matches', de: 'nichts Passendes vorhanden', ru: 'ничего подходящего нет' }

/** The statuses with which stations answer commands, in the words of both versions, as the end of a sentence. */
const answerWords: Readonly<Record<string, Words>> = {
  Accepted: { en: 'accepted', de: 'angenommen', ru: 'принято' },
  AcceptedCanceled: {
    en: 'accepted in place of an earlier request',
    de: 'angenommen, anstelle einer früheren Anforderung',
    ru: 'принято вместо прежнего запроса',
  },
  DownloadOngoing: { en: 'a download is under way', de: 'ein Download läuft noch', ru: 'идёт загрузка' },
  ConditionNotSupported: {
    en: 'the station knows no prices that depend on conditions',
    de: 'die Station kennt keine Preise mit Bedingungen',
    ru: 'станция не знает цен с условиями',
  },
  Duplicate: {
    en: 'this is watched already',
    de: 'das wird schon überwacht',
    ru: 'это уже отслеживается',
  },
  DuplicateTariffId: {
    en: 'the station has a tariff with this name already',
    de: 'die Station hat schon einen Tarif mit diesem Namen',
    ru: 'тариф с таким именем на станции уже есть',
  },
  EmptyResultSet: { en: 'nothing to report', de: 'nichts zu melden', ru: 'сообщать нечего' },
  Failed: { en: 'it failed', de: 'fehlgeschlagen', ru: 'не удалось' },
  Faulted: { en: 'the connector is faulted', de: 'der Anschluss ist gestört', ru: 'разъём неисправен' },
  Invalid: { en: 'the request is not valid', de: 'die Anforderung ist ungültig', ru: 'недопустимый запрос' },
  InvalidCertificate: {
    en: 'the certificate is not valid',
    de: 'das Zertifikat ist ungültig',
    ru: 'сертификат недействителен',
  },
  NoFirmware: {
    en: 'there is no such firmware',
    de: 'diese Firmware gibt es dort nicht',
    ru: 'такой прошивки нет',
  },
  NoCurrencyChange: {
    en: 'the currency of a session cannot change',
    de: 'die Währung eines Ladevorgangs lässt sich nicht ändern',
    ru: 'валюту сессии изменить нельзя',
  },
  NoProfile: {
    en: 'the station has no charging profile for sessions with priority, so it does not know how much such a session may draw. It is set up at the station',
    de: 'die Station hat kein Ladeprofil für Ladevorgänge mit Vorrang und weiß nicht, wie viel ein solcher ziehen darf. Es wird an der Station eingerichtet',
    ru: 'на станции нет профиля зарядки для приоритетных сессий, и она не знает, сколько такой сессии можно дать. Его настраивают на станции',
  },
  NoProfiles: { en: 'no limits are set', de: 'keine Grenzen gesetzt', ru: 'ограничений нет' },
  NotFound: { en: 'not found', de: 'nicht gefunden', ru: 'не найдено' },
  NotImplemented: unsupported,
  NotSupported: unsupported,
  NotSupportedMessageFormat: {
    en: 'the format of the text is not supported',
    de: 'das Format des Textes wird nicht unterstützt',
    ru: 'формат текста не поддерживается',
  },
  NotSupportedPriority: {
    en: 'this priority is not supported',
    de: 'diese Priorität wird nicht unterstützt',
    ru: 'такой приоритет не поддерживается',
  },
  NotSupportedState: {
    en: 'texts for this state are not supported',
    de: 'Texte für diesen Zustand werden nicht unterstützt',
    ru: 'тексты для этого состояния не поддерживаются',
  },
  Occupied: { en: 'the connector is occupied', de: 'der Anschluss ist belegt', ru: 'разъём занят' },
  OngoingAuthorizedTransaction: {
    en: 'a session is running',
    de: 'ein Ladevorgang läuft',
    ru: 'идёт сессия',
  },
  RebootRequired: {
    en: 'accepted, takes effect after the next reboot',
    de: 'angenommen, wirkt nach dem nächsten Neustart',
    ru: 'принято, вступит в силу после перезагрузки',
  },
  Rejected: { en: 'no reason given', de: 'ohne Angabe von Gründen', ru: 'без указания причины' },
  RevokedCertificate: {
    en: 'the certificate has been revoked',
    de: 'das Zertifikat ist widerrufen',
    ru: 'сертификат отозван',
  },
  Scheduled: {
    en: 'accepted, carried out as soon as charging has ended',
    de: 'angenommen, wird nach dem laufenden Ladevorgang ausgeführt',
    ru: 'принято, будет выполнено после окончания зарядки',
  },
  TooManyElements: {
    en: 'the price has more parts than the station can keep',
    de: 'der Preis hat mehr Teile, als die Station behalten kann',
    ru: 'в цене больше частей, чем станция может хранить',
  },
  TxNotFound: { en: 'unknown session', de: 'unbekannter Ladevorgang', ru: 'неизвестная сессия' },
  Unavailable: {
    en: 'the connector is unavailable',
    de: 'der Anschluss ist nicht verfügbar',
    ru: 'разъём недоступен',
  },
  Unknown: nothing,
  UnknownComponent: {
    en: 'there is no such component',
    de: 'diese Komponente gibt es nicht',
    ru: 'такого компонента нет',
  },
  UnknownConnector: {
    en: 'there is no such connector',
    de: 'diesen Anschluss gibt es nicht',
    ru: 'такого разъёма нет',
  },
  UnknownMessageId: { en: 'unknown message', de: 'unbekannte Nachricht', ru: 'неизвестное сообщение' },
  UnknownTransaction: { en: 'unknown session', de: 'unbekannter Ladevorgang', ru: 'неизвестная сессия' },
  UnknownVariable: {
    en: 'there is no such variable',
    de: 'diese Variable gibt es nicht',
    ru: 'такой переменной нет',
  },
  UnknownVendorId: { en: 'unknown vendor', de: 'unbekannter Hersteller', ru: 'неизвестный производитель' },
  Unlocked: { en: 'unlocked', de: 'entriegelt', ru: 'разблокировано' },
  UnlockFailed: {
    en: 'the cable could not be unlocked',
    de: 'das Kabel ließ sich nicht entriegeln',
    ru: 'кабель не удалось разблокировать',
  },
  Unpublished: { en: 'no longer offered', de: 'wird nicht mehr angeboten', ru: 'больше не раздаётся' },
  UnsupportedMonitorType: {
    en: 'this variable cannot be watched in this way',
    de: 'diese Variable lässt sich so nicht überwachen',
    ru: 'так эту переменную отслеживать нельзя',
  },
  VersionMismatch: {
    en: 'its version of the list does not match',
    de: 'die Version ihrer Liste passt nicht',
    ru: 'версия списка не совпадает',
  },
}

/** What a station's answer means; a word that no standard has is quoted, as the station's own. */
export const wordsOfAnswer = (status: string): Words =>
  (Object.hasOwn(answerWords, status) ? answerWords[status] : undefined) ?? {
    en: `“${status}”`,
    de: `„${status}“`,
    ru: `«${status}»`,
  }
