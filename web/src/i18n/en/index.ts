import auth from './auth.json'
import bulk from './bulk.json'
import codes from './codes.json'
import command from './command.json'
import common from './common.json'
import console_ from './console.json'
import contracts from './contracts.json'
import dashboard from './dashboard.json'
import drivers from './drivers.json'
import enums from './enums.json'
import errors from './errors.json'
import factor from './factor.json'
import feedback from './feedback.json'
import files from './files.json'
import firmware from './firmware.json'
import glossary from './glossary.json'
import idle from './idle.json'
import imports from './imports.json'
import inbox from './inbox.json'
import insight from './insight.json'
import landing from './landing.json'
import layout from './layout.json'
import locations from './locations.json'
import managers from './managers.json'
import manual from './manual.json'
import map from './map.json'
import maps from './maps.json'
import network from './network.json'
import offer from './offer.json'
import order from './order.json'
import owners from './owners.json'
import payments from './payments.json'
import photos from './photos.json'
import plan from './plan.json'
import pub from './public.json'
import readings from './readings.json'
import receipts from './receipts.json'
import reconciliation from './reconciliation.json'
import reports from './reports.json'
import rules from './rules.json'
import search from './search.json'
import services from './services.json'
import settings from './settings.json'
import settlement from './settlement.json'
import station from './station.json'
import stations from './stations.json'
import tariffs from './tariffs.json'
import tasks from './tasks.json'
import timeline from './timeline.json'
import units from './units.json'
import verdict from './verdict.json'
import versions from './versions.json'
import wall from './wall.json'
import wizard from './wizard.json'

export default {
  auth,
  bulk,
  codes,
  command,
  common,
  console: console_,
  contracts,
  dashboard,
  drivers,
  enums,
  errors,
  feedback,
  factor,
  files,
  firmware,
  glossary,
  idle,
  imports,
  inbox,
  insight,
  landing,
  layout,
  locations,
  map,
  maps,
  managers,
  manual,
  network,
  offer,
  order,
  owners,
  payments,
  photos,
  plan,
  public: pub,
  readings,
  receipts,
  reconciliation,
  reports,
  rules,
  search,
  services,
  settings,
  settlement,
  station,
  stations,
  tariffs,
  tasks,
  timeline,
  units,
  verdict,
  versions,
  wall,
  wizard,
}
