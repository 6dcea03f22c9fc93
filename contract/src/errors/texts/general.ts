import type { ErrorTexts } from '../error-texts.ts'

export const generalErrors = {
  'notices.unknown_service': {
    status: 400,
    en: 'Notices cannot be sent to this browser.',
    de: 'An diesen Browser können keine Mitteilungen gesendet werden.',
    ru: 'В этот браузер нельзя отправлять уведомления.',
  },
  'notices.unknown_device': {
    status: 404,
    en: 'There is no such device.',
    de: 'Dieses Gerät gibt es nicht.',
    ru: 'Такого устройства нет.',
  },
  'request.invalid': {
    status: 400,
    en: 'The request is not valid.',
    de: 'Die Anfrage ist ungültig.',
    ru: 'Неверный запрос.',
  },
  'request.not_found': {
    status: 404,
    en: 'There is no such address.',
    de: 'Diese Adresse gibt es nicht.',
    ru: 'Такого адреса нет.',
  },
  'request.too_large': {
    status: 413,
    en: 'The request is too large.',
    de: 'Die Anfrage ist zu groß.',
    ru: 'Слишком большой запрос.',
  },
  'query.too_costly': {
    status: 400,
    en: 'The query asks for too much at once. Ask for fewer rows or fields.',
    de: 'Die Abfrage will zu viel auf einmal. Fragen Sie nach weniger Zeilen oder Feldern.',
    ru: 'Запрос слишком большой. Запросите меньше строк или полей.',
  },
  'request.too_many': {
    status: 429,
    en: 'Too many requests. Try again in a moment.',
    de: 'Zu viele Anfragen. Versuchen Sie es gleich noch einmal.',
    ru: 'Слишком много запросов. Повторите чуть позже.',
  },
  'mail.too_many_to_address': {
    status: 429,
    en: 'This address has got enough e-mails from us for now. Try again in an hour.',
    de: 'Diese Adresse hat vorerst genug E-Mails von uns bekommen. Versuchen Sie es in einer Stunde noch einmal.',
    ru: 'На этот адрес пока отправлено достаточно писем. Повторите через час.',
  },
  'mail.too_many_by_sender': {
    status: 429,
    en: 'You have had too many e-mails sent. Try again in an hour.',
    de: 'Sie haben zu viele E-Mails senden lassen. Versuchen Sie es in einer Stunde noch einmal.',
    ru: 'Вы отправили слишком много писем. Повторите через час.',
  },
  'request.key_reused': {
    status: 422,
    en: 'This was already sent once, with different content. Nothing was done this time: check what came of the first before you send it again.',
    de: 'Das wurde schon einmal mit anderem Inhalt gesendet. Diesmal wurde nichts getan: Prüfen Sie, was daraus geworden ist, bevor Sie es erneut senden.',
    ru: 'Это уже отправляли с другим содержанием. Сейчас ничего не сделано: проверьте результат первой отправки, прежде чем отправлять снова.',
  },
  'request.unfinished': {
    status: 409,
    en: 'This request was interrupted before it was answered. Check whether it was carried out before you send it again.',
    de: 'Diese Anfrage wurde unterbrochen, bevor sie beantwortet war. Prüfen Sie, ob sie ausgeführt wurde, bevor Sie sie erneut senden.',
    ru: 'Этот запрос прервался до ответа. Проверьте, выполнен ли он, прежде чем отправлять его снова.',
  },
  'server.draining': {
    status: 503,
    en: 'This server is being stopped and takes nothing new.',
    de: 'Dieser Server wird gerade beendet und nimmt nichts Neues an.',
    ru: 'Этот сервер останавливается и новых запросов не принимает.',
  },
  'server.failed': {
    status: 500,
    en: 'Something went wrong on our side.',
    de: 'Bei uns ist etwas schiefgegangen.',
    ru: 'Что-то пошло не так на нашей стороне.',
  },
  'server.not_ready': {
    status: 503,
    en: 'The server is starting or stopping. Try again in a moment.',
    de: 'Der Server startet oder stoppt gerade. Versuchen Sie es gleich noch einmal.',
    ru: 'Сервер запускается или останавливается. Повторите чуть позже.',
  },
} as const satisfies ErrorTexts
