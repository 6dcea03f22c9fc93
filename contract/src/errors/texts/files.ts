import type { ErrorTexts } from '../error-texts.ts'

export const filesErrors = {
  'file.not_found': {
    status: 404,
    en: 'There is no such file.',
    de: 'Diese Datei gibt es nicht.',
    ru: 'Такого файла нет.',
  },
  'file.store_away': {
    status: 503,
    en: 'The file cannot be read at the moment. Try again later.',
    de: 'Die Datei kann gerade nicht gelesen werden. Versuchen Sie es später noch einmal.',
    ru: 'Сейчас файл прочитать не удаётся. Повторите позже.',
  },
  'full_export.not_found': {
    status: 404,
    en: 'This export is not there any more.',
    de: 'Diesen Export gibt es nicht mehr.',
    ru: 'Этого экспорта больше нет.',
  },
  'report_schedule.not_found': {
    status: 404,
    en: 'This report is not sent any more.',
    de: 'Dieser Bericht wird nicht mehr gesendet.',
    ru: 'Этот отчёт больше не отправляется.',
  },
  'file.missing': {
    status: 400,
    en: 'Send one file.',
    de: 'Senden Sie eine Datei.',
    ru: 'Отправьте один файл.',
  },
  'file.nameless': {
    status: 400,
    en: 'The file has no name.',
    de: 'Die Datei hat keinen Namen.',
    ru: 'У файла нет имени.',
  },
  'file.too_large': {
    status: 413,
    en: 'The picture is too large. It may have 20 MB at most.',
    de: 'Das Bild ist zu groß. Höchstens 20 MB sind erlaubt.',
    ru: 'Файл слишком большой: допустимо не более 20 МБ.',
  },
  'file.not_a_picture': {
    status: 400,
    en: 'This is not a picture that can be read. Choose a JPG or PNG file.',
    de: 'Das ist kein lesbares Bild. Wählen Sie eine JPG- oder PNG-Datei.',
    ru: 'Не удалось прочитать изображение. Выберите файл JPG или PNG.',
  },
  'file.too_many_pixels': {
    status: 400,
    en: 'The picture has too many pixels, or takes too much memory. Choose a JPG of 60 megapixels at most.',
    de: 'Das Bild hat zu viele Pixel oder braucht zu viel Speicher. Wählen Sie ein JPG mit höchstens 60 Megapixeln.',
    ru: 'В изображении слишком много пикселей или оно занимает слишком много памяти. Выберите JPG не более 60 мегапикселей.',
  },
  'photo.not_found': {
    status: 404,
    en: 'There is no such photo.',
    de: 'Dieses Foto gibt es nicht.',
    ru: 'Такой фотографии нет.',
  },
  'photo.too_many': {
    status: 409,
    en: 'This location has 30 photos already. Delete one first.',
    de: 'Dieser Standort hat schon 30 Fotos. Löschen Sie zuerst eines.',
    ru: 'У этой локации уже 30 фотографий. Сначала удалите одну из них.',
  },
  'photo.others': {
    status: 409,
    en: 'Photos were added or deleted meanwhile. Nothing was changed.',
    de: 'Inzwischen sind Fotos dazugekommen oder gelöscht worden. Es wurde nichts geändert.',
    ru: 'Фотографии уже добавил или удалил кто-то другой. Ничего не изменено.',
  },
  'upload.expired': {
    status: 410,
    en: 'This address for an upload has expired or was used already.',
    de: 'Diese Adresse für eine Datei ist abgelaufen oder wurde bereits benutzt.',
    ru: 'Этот адрес для загрузки файла истёк или уже использован.',
  },
} as const satisfies ErrorTexts
