import type { ErrorTexts } from '../../error-texts.ts'

export const settlementErrors = {
  'settlement.not_found': {
    status: 404,
    en: 'There is no such statement.',
    de: 'Diese Abrechnung gibt es nicht.',
    ru: 'Такого отчёта нет.',
  },
  'settlement.month_running': {
    status: 409,
    en: 'This month is not over yet.',
    de: 'Dieser Monat ist noch nicht zu Ende.',
    ru: 'Этот месяц ещё не закончился.',
  },
  'settlement.earlier_open': {
    status: 409,
    en: 'An earlier month of this owner is still open. Issue it first.',
    de: 'Ein früherer Monat dieses Eigentümers ist noch offen. Stellen Sie diesen zuerst aus.',
    ru: 'У этого владельца открыт более ранний месяц. Сначала выставьте отчёт за него.',
  },
  'settlement.nothing': {
    status: 409,
    en: 'There is nothing to settle for this owner in this month.',
    de: 'Für diesen Eigentümer gibt es in diesem Monat nichts abzurechnen.',
    ru: 'За этот месяц рассчитываться с владельцем не за что.',
  },
  'settlement.changed': {
    status: 409,
    en: 'The figures have changed since you looked at them. Look again and issue the statement then.',
    de: 'Die Zahlen haben sich inzwischen geändert. Prüfen Sie sie erneut und stellen Sie die Abrechnung dann aus.',
    ru: 'Суммы изменились с тех пор, как вы их смотрели. Проверьте их ещё раз и выставьте отчёт.',
  },
  'settlement.paid': {
    status: 409,
    en: 'This statement is marked as paid already.',
    de: 'Diese Abrechnung ist bereits als bezahlt markiert.',
    ru: 'Этот отчёт уже отмечен как оплаченный.',
  },
  'settlement.held': {
    status: 409,
    en: 'This owner is new: what is due to them is held for a time. It can be paid from {day} on.',
    de: 'Dieser Eigentümer ist neu: Was ihm zusteht, wird eine Zeit lang einbehalten. Es kann ab dem {day} gezahlt werden.',
    ru: 'Это новый владелец: причитающееся ему какое-то время удерживается. Выплата возможна с {day}.',
  },
  'settlement.nothing_due': {
    status: 409,
    en: 'Nothing is due on this statement.',
    de: 'Aus dieser Abrechnung ist nichts zu zahlen.',
    ru: 'По этому отчёту платить нечего.',
  },
  'settlement.not_paid': {
    status: 409,
    en: 'This statement is not marked as paid.',
    de: 'Diese Abrechnung ist nicht als bezahlt markiert.',
    ru: 'Этот отчёт не отмечен как оплаченный.',
  },
  'settlement.paid_day': {
    status: 409,
    en: 'The day of the payment must be after the month of the statement, and not in the future.',
    de: 'Der Tag der Zahlung muss nach dem Monat der Abrechnung liegen und darf nicht in der Zukunft sein.',
    ru: 'День оплаты должен быть позже месяца отчёта и не в будущем.',
  },
} as const satisfies ErrorTexts
