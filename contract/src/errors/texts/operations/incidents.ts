import type { ErrorTexts } from '../../error-texts.ts'

export const incidentErrors = {
  'incident.not_found': {
    status: 404,
    en: 'There is no such incident.',
    de: 'Diese Störung gibt es nicht.',
    ru: 'Такого инцидента нет.',
  },
  'incident.closed': {
    status: 409,
    en: 'This incident is closed already.',
    de: 'Diese Störung ist schon abgeschlossen.',
    ru: 'Этот инцидент уже закрыт.',
  },
  'incident.not_alone': {
    status: 403,
    en: 'This incident also touches locations of others: only who sees all of them may do this.',
    de: 'Diese Störung betrifft auch Standorte anderer: Das darf nur, wer alle davon sieht.',
    ru: 'Этот инцидент затрагивает и чужие локации: это может сделать только тот, кто видит их все.',
  },
  'incident.assignee': {
    status: 409,
    en: 'This person may not see the incident.',
    de: 'Diese Person darf die Störung nicht sehen.',
    ru: 'Этому человеку инцидент не виден.',
  },
} satisfies ErrorTexts
