import type { ErrorTexts } from '../../error-texts.ts'

export const planErrors = {
  'plan.pro_needed': {
    status: 402,
    en: 'Available in the Pro version: the owner of the location needs the Pro plan.',
    de: 'In der Pro-Version verfügbar: Der Eigentümer des Standorts braucht den Tarifplan Pro.',
    ru: 'Доступно в Pro-версии: владельцу локации нужен план Pro.',
  },
  'plan.no_room': {
    status: 402,
    en: 'The owner’s plan covers no more stations. Add this one under “My plan”: it is charged for the rest of the period.',
    de: 'Der Tarifplan des Eigentümers deckt keine weitere Station. Nehmen Sie diese unter „Mein Tarifplan“ hinzu: Sie wird für den Rest des Zeitraums abgerechnet.',
    ru: 'План владельца не покрывает больше станций. Добавьте эту станцию в разделе «Мой план»: она оплачивается до конца периода.',
  },
  'plan.costs_more': {
    status: 409,
    en: 'One more station costs more by now than was shown. Look at the price again.',
    de: 'Eine weitere Station kostet inzwischen mehr als angezeigt. Sehen Sie sich den Preis noch einmal an.',
    ru: 'Ещё одна станция теперь стоит больше, чем было показано. Посмотрите цену ещё раз.',
  },
  'plan.off': {
    status: 409,
    en: 'This network asks for no plan: everything is included.',
    de: 'Dieses Netz verlangt keinen Tarifplan: Alles ist enthalten.',
    ru: 'В этой сети план не нужен: всё включено.',
  },
  'plan.card_refused': {
    status: 400,
    en: 'The card was refused. Check number, date and code, or take another card.',
    de: 'Die Karte wurde abgelehnt. Prüfen Sie Nummer, Datum und Code oder nehmen Sie eine andere Karte.',
    ru: 'Карта отклонена. Проверьте номер, срок и код или возьмите другую карту.',
  },
  'plan.no_accounts': {
    status: 409,
    en: 'The connected payment provider keeps no business accounts. Ask the operator of the network.',
    de: 'Der angebundene Zahlungsanbieter führt keine Geschäftskonten. Fragen Sie den Betreiber des Netzes.',
    ru: 'Подключённый платёжный провайдер не ведёт бизнес-счета. Обратитесь к оператору сети.',
  },
  'plan.account_refused': {
    status: 400,
    en: 'The payment provider does not accept these details. Check them and send them again.',
    de: 'Der Zahlungsanbieter nimmt diese Angaben nicht an. Prüfen Sie sie und senden Sie sie erneut.',
    ru: 'Платёжный провайдер не принял эти данные. Проверьте их и отправьте снова.',
  },
  'plan.business_missing': {
    status: 409,
    en: 'Enter the business info first.',
    de: 'Geben Sie zuerst die Angaben zum Unternehmen ein.',
    ru: 'Сначала заполните сведения о бизнесе.',
  },
  'plan.incomplete': {
    status: 409,
    en: 'Payment method, business info and bank info come first.',
    de: 'Zuerst werden Zahlungsmethode, Unternehmen und Bank angegeben.',
    ru: 'Сначала укажите способ оплаты, сведения о бизнесе и банке.',
  },
  'plan.stations_changed': {
    status: 409,
    en: 'Your stations have changed meanwhile. Load the page again.',
    de: 'Ihre Stationen haben sich inzwischen geändert. Laden Sie die Seite neu.',
    ru: 'Ваши станции за это время изменились. Обновите страницу.',
  },
  'plan.charge_refused': {
    status: 409,
    en: 'The card was not charged, so nothing has changed. Take another card, or try again later.',
    de: 'Von der Karte konnte nicht abgebucht werden, deshalb hat sich nichts geändert. Nehmen Sie eine andere Karte oder versuchen Sie es später erneut.',
    ru: 'Списать оплату с карты не удалось, поэтому ничего не изменилось. Возьмите другую карту или попробуйте позже.',
  },
  'plan.under_way': {
    status: 409,
    en: 'A charge is under way. Wait until it is decided.',
    de: 'Eine Abbuchung läuft. Warten Sie, bis sie entschieden ist.',
    ru: 'Списание уже выполняется. Дождитесь результата.',
  },
  'plan.past_due': {
    status: 409,
    en: 'The last charge was refused. Add another card first; it is charged at once.',
    de: 'Die letzte Abbuchung wurde abgelehnt. Geben Sie zuerst eine andere Karte an; von ihr wird gleich abgebucht.',
    ru: 'Последнее списание отклонено. Сначала добавьте другую карту: оплата спишется сразу.',
  },
  'plan.invoice_not_found': {
    status: 404,
    en: 'There is no such invoice.',
    de: 'Diese Rechnung gibt es nicht.',
    ru: 'Такого счёта нет.',
  },
  'plan.none': {
    status: 409,
    en: 'There is no subscription.',
    de: 'Es gibt kein Abonnement.',
    ru: 'Подписки нет.',
  },
} as const satisfies ErrorTexts
