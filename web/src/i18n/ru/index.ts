import drivers from './charging/drivers.json'
import feedback from './charging/feedback.json'
import order from './charging/order.json'
import signed from './charging/signed.json'
import verdict from './charging/verdict.json'
import codes from './common/codes.json'
import common from './common/common.json'
import enums from './common/enums.json'
import errors from './common/errors.json'
import files from './common/files.json'
import glossary from './common/glossary.json'
import layout from './common/layout.json'
import rules from './common/rules.json'
import units from './common/units.json'
import bulk from './control/bulk.json'
import command from './control/command.json'
import energy from './control/energy.json'
import firmware from './control/firmware.json'
import gridReductions from './control/gridReductions.json'
import pnc from './control/pnc.json'
import readings from './control/readings.json'
import tasks from './control/tasks.json'
import dashboard from './figures/dashboard.json'
import insight from './figures/insight.json'
import reports from './figures/reports.json'
import contracts from './money/contracts.json'
import idle from './money/idle.json'
import payments from './money/payments.json'
import receipts from './money/receipts.json'
import reconciliation from './money/reconciliation.json'
import services from './money/services.json'
import alerts from './operations/alerts.json'
import fullExport from './operations/fullExport.json'
import imports from './operations/imports.json'
import inbox from './operations/inbox.json'
import incidents from './operations/incidents.json'
import repairs from './operations/repairs.json'
import search from './operations/search.json'
import servers from './operations/servers.json'
import takeover from './operations/takeover.json'
import versions from './operations/versions.json'
import wall from './operations/wall.json'
import webhooks from './operations/webhooks.json'
import owners from './partners/owners.json'
import plan from './partners/plan.json'
import settlement from './partners/settlement.json'
import auth from './people/auth.json'
import factor from './people/factor.json'
import keys from './people/keys.json'
import managers from './people/managers.json'
import settings from './people/settings.json'
import sso from './people/sso.json'
import locations from './places/locations.json'
import map from './places/map.json'
import maps from './places/maps.json'
import photos from './places/photos.json'
import tariffs from './places/tariffs.json'
import labels from './public/labels.json'
import landing from './public/landing.json'
import manual from './public/manual.json'
import network from './public/network.json'
import offer from './public/offer.json'
import pub from './public/public.json'
import comparison from './roaming/comparison.json'
import publishing from './roaming/publishing.json'
import roaming from './roaming/roaming.json'
import console_ from './stations/console.json'
import meters from './stations/meters.json'
import station from './stations/station.json'
import stations from './stations/stations.json'
import timeline from './stations/timeline.json'
import wizard from './stations/wizard.json'

export default {
  alerts,
  auth,
  bulk,
  codes,
  command,
  common,
  console: console_,
  contracts,
  dashboard,
  drivers,
  energy,
  enums,
  errors,
  feedback,
  factor,
  files,
  firmware,
  glossary,
  gridReductions,
  idle,
  fullExport,
  imports,
  inbox,
  incidents,
  keys,
  insight,
  labels,
  landing,
  layout,
  locations,
  map,
  maps,
  meters,
  managers,
  manual,
  network,
  offer,
  order,
  owners,
  comparison,
  payments,
  photos,
  plan,
  pnc,
  public: pub,
  readings,
  receipts,
  reconciliation,
  repairs,
  reports,
  publishing,
  roaming,
  rules,
  search,
  services,
  settings,
  settlement,
  signed,
  sso,
  station,
  stations,
  tariffs,
  tasks,
  timeline,
  units,
  verdict,
  servers,
  takeover,
  versions,
  wall,
  webhooks,
  wizard,
}
