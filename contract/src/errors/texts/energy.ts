import type { ErrorTexts } from '../error-texts.ts'

export const energyErrors = {
  'energy.site_missing': {
    status: 404,
    en: 'The wiring of this location has not been drawn yet.',
    de: 'Für diesen Standort ist noch keine Verkabelung angelegt.',
    ru: 'Электрическая схема этой локации ещё не задана.',
  },
  'energy.changed': {
    status: 409,
    en: 'Somebody has changed the wiring meanwhile.',
    de: 'Die Verkabelung wurde inzwischen von jemand anderem geändert.',
    ru: 'Схему за это время изменил кто-то другой.',
  },
  'energy.root': {
    status: 422,
    en: 'The wiring needs exactly one grid connection.',
    de: 'Die Verkabelung braucht genau einen Netzanschluss.',
    ru: 'В схеме должно быть ровно одно подключение к сети.',
  },
  'energy.parent': {
    status: 422,
    en: '{place} hangs on a circuit that does not exist.',
    de: '{place} hängt an einem Stromkreis, den es nicht gibt.',
    ru: '{place}: указанной линии питания не существует.',
  },
  'energy.circle': {
    status: 422,
    en: '{place} is fed by itself.',
    de: '{place} wird von sich selbst gespeist.',
    ru: '{place} питается от самой себя.',
  },
  'energy.twice': {
    status: 422,
    en: '{place} is in the wiring twice.',
    de: '{place} kommt in der Verkabelung zweimal vor.',
    ru: '{place} встречается в схеме дважды.',
  },
  'energy.phases': {
    status: 422,
    en: '{place} has the same phase twice.',
    de: '{place} hat zweimal dieselbe Phase.',
    ru: '{place}: одна и та же фаза указана дважды.',
  },
  'energy.currents': {
    status: 422,
    en: 'The currents of {place} do not fit together: the floor is 0 or at least the smallest current, and nothing is above the greatest.',
    de: 'Die Ströme von {place} passen nicht zusammen: Der Grundstrom ist 0 oder mindestens der kleinste Strom, und nichts liegt über dem größten.',
    ru: 'Токи не согласуются ({place}): базовый ток — 0 или не меньше минимального, и ничто не превышает максимального.',
  },
  'energy.floors': {
    status: 422,
    en: 'Without a connection to the stations, {sum} A could flow on phase L{phase} of {place}. Its fuse holds {fuse} A.',
    de: 'Ohne Verbindung zu den Stationen könnten auf Phase L{phase} von {place} {sum} A fließen. Die Sicherung hält {fuse} A.',
    ru: 'Без связи со станциями по фазе L{phase} ({place}) может пойти {sum} А. Предохранитель рассчитан на {fuse} А.',
  },
  'energy.limit': {
    status: 422,
    en: 'A limit is for a circuit that does not exist.',
    de: 'Eine Begrenzung gilt für einen Stromkreis, den es nicht gibt.',
    ru: 'Ограничение задано для несуществующей линии.',
  },
  'energy.outlet': {
    status: 422,
    en: '{place} is not an EVSE of this location.',
    de: '{place} ist kein Ladepunkt dieses Standorts.',
    ru: '{place} — не EVSE этой локации.',
  },
  'energy.circuit_missing': {
    status: 404,
    en: 'There is no such circuit.',
    de: 'Diesen Stromkreis gibt es nicht.',
    ru: 'Такой линии нет.',
  },
  'energy.simulation_busy': {
    status: 429,
    en: 'Another simulation runs on this server. Try again in a moment.',
    de: 'Auf diesem Server läuft gerade eine andere Simulation. Bitte gleich noch einmal versuchen.',
    ru: 'На этом сервере идёт другая симуляция. Повторите чуть позже.',
  },
  'energy.limit_missing': {
    status: 404,
    en: 'There is no such limit, or it is over.',
    de: 'Diese Begrenzung gibt es nicht, oder sie ist schon vorbei.',
    ru: 'Такого ограничения нет, или оно уже закончилось.',
  },
  'energy.limit_times': {
    status: 400,
    en: 'A limit ends in the future, at most a year ahead.',
    de: 'Eine Begrenzung endet in der Zukunft, höchstens in einem Jahr.',
    ru: 'Ограничение должно закончиться в будущем, не позже чем через год.',
  },
  'energy.key': {
    status: 401,
    en: 'This is not the key of a site.',
    de: 'Das ist nicht der Schlüssel eines Standorts.',
    ru: 'Это не ключ локации.',
  },
  'energy.not_controlled': {
    status: 409,
    en: 'This session does not run, or its location does not share its current out.',
    de: 'Dieser Ladevorgang läuft nicht, oder sein Standort teilt den Strom nicht auf.',
    ru: 'Эта сессия не идёт, или её локация не распределяет ток.',
  },
  'energy.need_time': {
    status: 400,
    en: 'The time to leave is in the future, at most seven days ahead.',
    de: 'Die Abfahrt liegt in der Zukunft, höchstens sieben Tage voraus.',
    ru: 'Время отъезда должно быть в будущем, не позже чем через семь дней.',
  },
  'energy.need_percent': {
    status: 400,
    en: 'This station does not tell how full the battery is: name an energy instead.',
    de: 'Diese Station meldet nicht, wie voll der Akku ist: Bitte eine Energie nennen.',
    ru: 'Эта станция не сообщает заряд батареи: укажите энергию.',
  },
} as const satisfies ErrorTexts
