import type { MailTexts } from '../platform/mail/mail-text.ts'
import { driverMails } from '../slices/charging/drivers/driver-mails.ts'
import { rolloutMails } from '../slices/control/firmware/rollout-mails.ts'
import { reportMails } from '../slices/figures/reports/report-mails.ts'
import { ownerMails } from '../slices/partners/owners/owner-mails.ts'
import { planMails } from '../slices/partners/plan/plan-mails.ts'
import { accountMails } from '../slices/people/managers/links/account-mails.ts'
import { silenceMails } from '../slices/stations/silences/silence-mails.ts'

/** Every text that we mail. Names of receivers are left out: whoever signs up may write anything there, to anybody. */
export const mailTexts: MailTexts = {
  en: {
    ...accountMails.en,
    ...driverMails.en,
    ...ownerMails.en,
    ...planMails.en,
    ...reportMails.en,
    ...rolloutMails.en,
    ...silenceMails.en,
  },
  de: {
    ...accountMails.de,
    ...driverMails.de,
    ...ownerMails.de,
    ...planMails.de,
    ...reportMails.de,
    ...rolloutMails.de,
    ...silenceMails.de,
  },
  ru: {
    ...accountMails.ru,
    ...driverMails.ru,
    ...ownerMails.ru,
    ...planMails.ru,
    ...reportMails.ru,
    ...rolloutMails.ru,
    ...silenceMails.ru,
  },
}
