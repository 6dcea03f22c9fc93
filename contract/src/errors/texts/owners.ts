import type { ErrorTexts } from '../error-texts.ts'

export const ownersErrors = {
  'owner.not_admitted': {
    status: 409,
    en: 'Nothing is sold here yet: an administrator has to let the owner of the location in first. The page of the location tells what is missing.',
    de: 'Hier wird noch nichts verkauft: Zuerst muss ein Administrator den Eigentümer des Standorts zulassen. Was fehlt, steht auf der Seite des Standorts.',
    ru: 'Здесь пока ничего не продаётся: сначала администратор должен допустить владельца локации. Чего не хватает, показано на странице локации.',
  },
  'owner.not_ready': {
    status: 409,
    en: 'This owner cannot be let in yet: a confirmed e-mail address, a contract in force and payout details come first.',
    de: 'Dieser Eigentümer kann noch nicht zugelassen werden: Zuerst braucht es eine bestätigte E-Mail-Adresse, einen geltenden Vertrag und Auszahlungsdaten.',
    ru: 'Этого владельца пока нельзя допустить: сначала нужны подтверждённый адрес почты, действующий договор и реквизиты для выплат.',
  },
  'owner.not_asking': {
    status: 404,
    en: 'This manager asks for no location: somebody may have decided already, or they have withdrawn it.',
    de: 'Dieser Manager fragt nach keinem Standort: Vielleicht hat schon jemand entschieden, oder die Anfrage wurde zurückgezogen.',
    ru: 'Этот менеджер не просит локацию: возможно, решение уже принято или просьба отозвана.',
  },
} as const satisfies ErrorTexts
