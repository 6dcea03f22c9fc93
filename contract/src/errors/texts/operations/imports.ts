import type { ErrorTexts } from '../../error-texts.ts'

/** What may be wrong with a file of locations and stations: errors of single rows, or of the whole file. */
export const importsErrors = {
  'import.rows_wrong': {
    status: 400,
    en: 'Some rows are wrong. Nothing was changed.',
    de: 'Einige Zeilen sind fehlerhaft. Es wurde nichts geändert.',
    ru: 'В некоторых строках ошибки. Ничего не изменено.',
  },
  'import.syntax': {
    status: 400,
    en: 'The file cannot be read as CSV from here on: look at the quotation marks.',
    de: 'Ab hier lässt sich die Datei nicht als CSV lesen: Prüfen Sie die Anführungszeichen.',
    ru: 'Начиная отсюда файл не читается как CSV: проверьте кавычки.',
  },
  'import.encoding': {
    status: 400,
    en: 'The file is not UTF-8. Save it as "CSV UTF-8".',
    de: 'Die Datei ist nicht in UTF-8. Speichern Sie sie als „CSV UTF-8“.',
    ru: 'Файл не в кодировке UTF-8. Сохраните его как «CSV UTF-8».',
  },
  'import.empty': {
    status: 400,
    en: 'The file has no rows.',
    de: 'Die Datei hat keine Zeilen.',
    ru: 'В файле нет строк.',
  },
  'import.too_many_rows': {
    status: 400,
    en: 'The file has more than 200,000 rows. Split it.',
    de: 'Die Datei hat mehr als 200 000 Zeilen. Teilen Sie sie auf.',
    ru: 'В файле больше 200 000 строк. Разделите его.',
  },
  'import.too_many_cards': {
    status: 400,
    en: 'The file has more than 50,000 rows. Split it.',
    de: 'Die Datei hat mehr als 50 000 Zeilen. Teilen Sie sie auf.',
    ru: 'В файле больше 50 000 строк. Разделите его.',
  },
  'import.card_twice': {
    status: 400,
    en: 'This card is in the file twice.',
    de: 'Diese Karte steht zweimal in der Datei.',
    ru: 'Эта карта указана в файле дважды.',
  },
  'import.driver_unknown': {
    status: 400,
    en: 'There is no such driver.',
    de: 'Diesen Fahrer gibt es nicht.',
    ru: 'Такого водителя нет.',
  },
  'import.driver_ambiguous': {
    status: 400,
    en: 'Several drivers have this e-mail address or phone number. Give the driver_id.',
    de: 'Mehrere Fahrer haben diese E-Mail-Adresse oder Telefonnummer. Geben Sie driver_id an.',
    ru: 'Этот адрес почты или телефон есть у нескольких водителей. Укажите driver_id.',
  },
  'import.driver_differs': {
    status: 400,
    en: 'The columns of this line name different drivers.',
    de: 'Die Spalten dieser Zeile nennen verschiedene Fahrer.',
    ru: 'Столбцы этой строки указывают на разных водителей.',
  },
  'import.driver_only_named': {
    status: 400,
    en: 'A driver is not found by the name alone. Give the e-mail address or the phone number.',
    de: 'Ein Fahrer wird nicht allein am Namen gefunden. Geben Sie E-Mail-Adresse oder Telefonnummer an.',
    ru: 'По одному имени водитель не находится. Укажите адрес почты или телефон.',
  },
  'import.group_unknown': {
    status: 400,
    en: 'There is no such group of cards.',
    de: 'Diese Kartengruppe gibt es nicht.',
    ru: 'Такой группы карт нет.',
  },
  'import.group_ambiguous': {
    status: 400,
    en: 'Several groups of cards have this name. Give the name at stations.',
    de: 'Mehrere Kartengruppen haben diesen Namen. Geben Sie den Namen an Stationen an.',
    ru: 'Так называются несколько групп карт. Укажите имя на станциях.',
  },
  'import.column_missing': {
    status: 400,
    en: 'This column is missing in the header.',
    de: 'Diese Spalte fehlt in der Kopfzeile.',
    ru: 'В заголовке нет этого столбца.',
  },
  'import.column_unknown': {
    status: 400,
    en: 'There is no such column.',
    de: 'Diese Spalte gibt es nicht.',
    ru: 'Такого столбца нет.',
  },
  'import.column_twice': {
    status: 400,
    en: 'This column is in the header twice.',
    de: 'Diese Spalte steht zweimal in der Kopfzeile.',
    ru: 'Этот столбец указан в заголовке дважды.',
  },
  'import.required': {
    status: 400,
    en: 'This field is required.',
    de: 'Dieses Feld ist erforderlich.',
    ru: 'Это поле обязательно.',
  },
  'import.value': {
    status: 400,
    en: 'This value is not allowed here. {allowed}',
    de: 'Dieser Wert ist hier nicht erlaubt. {allowed}',
    ru: 'Такое значение здесь недопустимо. {allowed}',
  },
  'import.owner_unknown': {
    status: 400,
    en: 'No manager has this e-mail address.',
    de: 'Kein Manager hat diese E-Mail-Adresse.',
    ru: 'Менеджера с таким адресом почты нет.',
  },
  'import.differs': {
    status: 400,
    en: 'An earlier row of the same location or station says something else.',
    de: 'Eine frühere Zeile desselben Standorts oder derselben Station sagt etwas anderes.',
    ru: 'В одной из предыдущих строк этой же локации или станции указано другое.',
  },
  'import.connector_twice': {
    status: 400,
    en: 'This connector of the station is in the file twice.',
    de: 'Dieser Anschluss der Station steht zweimal in der Datei.',
    ru: 'Этот разъём станции указан в файле дважды.',
  },
  'import.location_ambiguous': {
    status: 400,
    en: 'Several locations have this name and address. Give the location_id.',
    de: 'Mehrere Standorte haben diesen Namen und diese Adresse. Geben Sie location_id an.',
    ru: 'Несколько локаций имеют такое название и адрес. Укажите location_id.',
  },
  'import.station_elsewhere': {
    status: 400,
    en: 'This station is at another location.',
    de: 'Diese Station steht an einem anderen Standort.',
    ru: 'Эта станция стоит в другой локации.',
  },
  'import.station_deleted': {
    status: 400,
    en: 'A station with this ID was deleted. Choose another ID.',
    de: 'Eine Station mit dieser ID wurde gelöscht. Wählen Sie eine andere.',
    ru: 'Станция с таким ID была удалена. Выберите другой.',
  },
} as const satisfies ErrorTexts
