const format = {
  en: 'It could not read the message.',
  de: 'Sie konnte die Nachricht nicht lesen.',
  ru: 'Она не смогла прочитать сообщение.',
}

const value = {
  en: 'It does not accept one of the values in the message.',
  de: 'Einen der Werte in der Nachricht nimmt sie nicht an.',
  ru: 'Одно из значений в сообщении она не принимает.',
}

const missing = {
  en: 'A field is missing in the message, or there is one too many.',
  de: 'In der Nachricht fehlt ein Feld, oder es ist eines zu viel.',
  ru: 'В сообщении не хватает поля, или есть лишнее.',
}

/** What the error codes of OCPP-J mean, for people (1.6 clause 4.2.3, 2.0.1 part 4 clause 4.3), in the spellings of both versions. */
export const callErrorMeanings: Readonly<
  Record<string, { readonly en: string; readonly de: string; readonly ru: string }>
> = {
  NotImplemented: {
    en: 'It does not know this command.',
    de: 'Sie kennt diesen Befehl nicht.',
    ru: 'Такой команды она не знает.',
  },
  NotSupported: {
    en: 'It knows this command, but does not support it.',
    de: 'Sie kennt diesen Befehl, unterstützt ihn aber nicht.',
    ru: 'Эту команду она знает, но не поддерживает.',
  },
  InternalError: {
    en: 'Something went wrong inside the station: trying again may help.',
    de: 'In der Station ist etwas schiefgegangen: Ein neuer Versuch kann helfen.',
    ru: 'Внутри станции произошёл сбой: может помочь повторная попытка.',
  },
  GenericError: {
    en: 'It gave no further reason.',
    de: 'Einen genaueren Grund hat sie nicht genannt.',
    ru: 'Другой причины она не назвала.',
  },
  ProtocolError: {
    en: 'It says that the message breaks the protocol.',
    de: 'Laut Station verletzt die Nachricht das Protokoll.',
    ru: 'По её данным, сообщение нарушает протокол.',
  },
  SecurityError: {
    en: 'It refused for security reasons.',
    de: 'Sie hat aus Sicherheitsgründen abgelehnt.',
    ru: 'Она отказала из соображений безопасности.',
  },
  FormatViolation: format,
  FormationViolation: format,
  MessageTypeNotSupported: format,
  RpcFrameworkError: format,
  PropertyConstraintViolation: value,
  TypeConstraintViolation: value,
  OccurrenceConstraintViolation: missing,
  OccurenceConstraintViolation: missing,
}
