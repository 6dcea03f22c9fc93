import driverMails from './charging/driver-mails.json' with { type: 'json' }
import mailFrame from './common/mail-frame.json' with { type: 'json' }
import certificateMails from './control/certificate-mails.json' with { type: 'json' }
import energyReductions from './control/energy-reductions.json' with { type: 'json' }
import rolloutMails from './control/rollout-mails.json' with { type: 'json' }
import monthlyReport from './figures/monthly-report.json' with { type: 'json' }
import reportColumns from './figures/report-columns.json' with { type: 'json' }
import reportFiles from './figures/report-files.json' with { type: 'json' }
import reportFilters from './figures/report-filters.json' with { type: 'json' }
import reportMails from './figures/report-mails.json' with { type: 'json' }
import fleetInvoice from './money/fleet-invoice.json' with { type: 'json' }
import fleetMails from './money/fleet-mails.json' with { type: 'json' }
import idleDisplay from './money/idle-display.json' with { type: 'json' }
import alertMails from './operations/alert-mails.json' with { type: 'json' }
import alerts from './operations/alerts.json' with { type: 'json' }
import contact from './operations/contact.json' with { type: 'json' }
import networkStatus from './operations/network-status.json' with { type: 'json' }
import webhookMails from './operations/webhook-mails.json' with { type: 'json' }
import invoice from './partners/invoice.json' with { type: 'json' }
import ownerMails from './partners/owner-mails.json' with { type: 'json' }
import planMails from './partners/plan-mails.json' with { type: 'json' }
import statement from './partners/statement.json' with { type: 'json' }
import accountMails from './people/account-mails.json' with { type: 'json' }
import driverAccountMails from './public/driver-account-mails.json' with { type: 'json' }
import driverPapers from './public/driver-papers.json' with { type: 'json' }
import labels from './public/labels.json' with { type: 'json' }
import mailedPrice from './public/mailed-price.json' with { type: 'json' }
import notices from './public/notices.json' with { type: 'json' }
import sms from './public/sms.json' with { type: 'json' }
import partnerSettlement from './roaming/partner-settlement.json' with { type: 'json' }
import silenceMails from './stations/silence-mails.json' with { type: 'json' }

export default {
  mails: {
    ...accountMails,
    ...alertMails,
    ...driverAccountMails,
    ...driverMails,
    ...fleetMails,
    ...ownerMails,
    ...planMails,
    ...reportMails,
    ...rolloutMails,
    ...certificateMails,
    ...webhookMails,
    ...silenceMails,
  },
  alerts,
  contact,
  driverPapers,
  energyReductions,
  fleetInvoice,
  idleDisplay,
  invoice,
  labels,
  mailFrame,
  mailedPrice,
  monthlyReport,
  networkStatus,
  notices,
  partnerSettlement,
  reportColumns,
  reportFiles,
  reportFilters,
  sms,
  statement,
}
