import type { ErrorTexts } from '../error-texts.ts'

export const firmwareErrors = {
  'firmware.not_found': {
    status: 404,
    en: 'There is no such firmware file.',
    de: 'Diese Firmware-Datei gibt es nicht.',
    ru: 'Такого файла прошивки нет.',
  },
  'firmware.exists': {
    status: 409,
    en: 'There is a file of this version for this model already. Delete it first.',
    de: 'Für dieses Modell gibt es schon eine Datei dieser Version. Löschen Sie sie zuerst.',
    ru: 'Для этой модели уже есть файл такой версии. Сначала удалите его.',
  },
  'firmware.in_use': {
    status: 409,
    en: 'A roll-out of this file has not ended yet.',
    de: 'Ein Rollout dieser Datei ist noch nicht zu Ende.',
    ru: 'Развёртывание этого файла ещё не закончено.',
  },
  'firmware.nobody': {
    status: 409,
    en: 'No station fits: all are there already, or are in another roll-out.',
    de: 'Keine Station passt: Alle sind schon so weit oder in einem anderen Rollout.',
    ru: 'Подходящих станций нет: всё уже сделано или они участвуют в другом развёртывании.',
  },
  'firmware.rollout_not_found': {
    status: 404,
    en: 'There is no such roll-out.',
    de: 'Diesen Rollout gibt es nicht.',
    ru: 'Такого развёртывания нет.',
  },
  'firmware.rollout_moved_on': {
    status: 409,
    en: 'The roll-out has moved on meanwhile. Look at it again.',
    de: 'Der Rollout ist inzwischen weiter. Sehen Sie ihn sich noch einmal an.',
    ru: 'Состояние развёртывания уже изменилось. Посмотрите ещё раз.',
  },
  'rollout.came_back': {
    status: 409,
    en: 'It has come back by its present address: it has not been reached, or not accepted, at the new one.',
    de: 'Sie ist über ihre bisherige Adresse zurück: An der neuen wurde sie nicht angenommen oder hat sie nicht erreicht.',
    ru: 'Станция вернулась по прежнему адресу: по новому она не подключилась или её не приняли.',
  },
  'rollout.not_back': {
    status: 409,
    en: 'It has not come back for 15 minutes.',
    de: 'Sie ist seit 15 Minuten nicht zurück.',
    ru: 'Станция не возвращается уже 15 минут.',
  },
  'firmware.silent': {
    status: 504,
    en: 'The station has told nothing more of its update for two hours.',
    de: 'Die Station hat seit zwei Stunden nichts mehr von ihrem Update gemeldet.',
    ru: 'Станция два часа ничего не сообщала о ходе обновления.',
  },
} as const satisfies ErrorTexts
