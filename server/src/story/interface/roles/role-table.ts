import { operations } from './operations/role-table-operations.ts'
import { figures } from './role-table-figures.ts'

/**
 * Who may do what, written by hand from domain.md#roles-and-scope; nothing here comes from the contract.
 * Columns: administrator, manager, operator, accounter, app-developer, visitor; then the call, then its body.
 *   n  the whole network: what is theirs and what is foreign; what does not exist answers 404
 *   s  what is theirs; foreign answers 404, as if it did not exist
 *   w  things of the whole network, which are not there for who works for one owner, as everybody here does: each answers 404
 *   y  allowed, and nothing of the network is in it
 *   -  refused: 403 for a role, 401 for a visitor
 * A name in braces stands for one that is theirs, a foreign one and an absent one: all of a call in turn, and then each alone among
 * those that are theirs. {owner} is an owner of stations, {manager} a person, who is theirs where it is themselves; the others are what
 * role-network.ts writes. {~location} and the like only narrow what is answered or chosen: a foreign one is as an absent one, and
 * neither is refused. A call without names is a list: it must show what is theirs, and what is foreign only with n.
 */
export const table = `
  for everybody
  y y y y y y  GET    help/config
  y - - - - -  GET    help/setup
  y y y y y y  GET    version
  y y y y y y  GET    help/terms-and-conditions-of-use
  y y y y y y  GET    help/privacy-policy
  y y y y y y  POST   webhooks/999999                   {} 404

  drivers without an account
  y y y y y y  GET    driver/stations/999999999 404
  y y y y y y  POST   driver/stations/999999999/sessions {"connector_id":1,"request_id":"a-request-of-somebody"} 404
  y y y y y y  GET    driver/sessions

  the public network
  y y y y y y  GET    network.json
  y y y y y y  GET    network.geojson
  y y y y y y  GET    network.datex2.xml
  y y y y y y  GET    network-status.datex2.xml
  y y y y y y  GET    network/availability
  y y y y y y  GET    network/locations/99999999 404

  the servers of the network
  y - - - - -  GET    servers

  app versions
  y - - - y -  POST   anti-sanction-protection/versions  {"android_v":120,"ios_v":"3.2"}
  y - - - y -  GET    anti-sanction-protection/versions
  y y y y y y  GET    anti-sanction-protection/versions/current

  signing in
  y y y y y y  POST   auth/manager/log-in               {"email":"operator@demo.stationmaster.example","password":"demo-pass-1"}
  y y y y y y  POST   auth/manager/create-token         {"email":"a@b.example","refresh_token":"none"} 401
  y y y y y y  POST   auth/manager/log-out              {"refresh_token":"none"}
  y y y y y -  GET    auth/manager
  y y y y y y  POST   auth/manager                      {"email":"{fresh}@b.example","first_name":"A","last_name":"B","password":"a-password-1"}
  y y y y y y  POST   auth/manager/password-change-requests {"email":"nobody@b.example"}
  y y y y y y  POST   auth/manager/password-change-requests/999999 {"new_password":"a-password-1"} 400
  y y y y y y  POST   auth/mailed-links                 {"token":"none"} 400
  y y y y y y  POST   auth/mailed-links/renewals        {"token":"none"} 400
  y y y y y y  POST   auth/email/verify                 {"token":"none"} 400
  y y y y y y  POST   auth/email/objections             {"token":"none"} 400
  y y y y y -  POST   auth/email/verification-requests
  y y y y y -  GET    auth/manager/sessions
  y y y y y -  DELETE auth/manager/sessions
  s s s s s -  DELETE auth/manager/sessions/{session}
  y y y y y -  GET    auth/manager/second-factor
  y y y y y -  POST   auth/manager/second-factor        {}
  y y y y y -  POST   auth/manager/second-factor/confirmation {"code":"000000"} 403
  y y y y y -  POST   auth/manager/second-factor/recovery-codes {} 409
  y y y y y -  POST   auth/manager/second-factor/removal {"current_password":"demo-pass-1"} 409

  staff
  y - - - - -  GET    managers
  n - - - - -  POST   managers                          {"email":"{fresh}@c.example","first_name":"A","last_name":"B","role":"operator","owner_id":{owner}}
  n - - - - -  POST   managers/{manager}/invitation     409
  n - - - - -  POST   managers/{manager}/second-factor/reset {} 409
  n s s s s -  GET    managers/{manager}
  n s s s s -  PATCH  managers/{manager}                {"phone":"+49 40 1234","free_stations":["{~station}"]}
  n - - - - -  GET    managers/{manager}/locations
  n - - - - -  PUT    managers/{manager}/locations      [{location}]
  n s - s s -  GET    managers/{manager}/balance
  n s s s s -  POST   managers/{manager}/avatar         400

  plans
  - s - - - -  GET    managers/{manager}/plan
  n s - - - -  GET    locations/{location}/plan-room
  n s - - - -  POST   stations/{station}/plan-room      {"most":0} 409
  y - - - - -  GET    subscribers
  y - - - - -  GET    subscribers/summary
  y - - - - -  GET    subscribers/export
  y - - - - -  GET    subscribers/999999                404
  - s - - - -  GET    managers/{manager}/invoices
  n s - - - -  GET    managers/{manager}/admission
  n - - - - -  POST   managers/{manager}/admission      409
  n s - - - -  PUT    managers/{manager}/payout-details {"holder":"A B","bank_name":"C","account_number":"DE89 3704 0044 0532 0130 00","bic":""}
  y - - - - -  GET    owners/waiting
  n s - - - -  GET    managers/{manager}/location-request
  - s - - - -  PUT    managers/{manager}/location-request {"name":"Yard","city":"Tver"}
  - s - - - -  DELETE managers/{manager}/location-request
  n - - - - -  POST   managers/{manager}/location-request/assign {"location_id":{location}} 404
  n - - - - -  POST   managers/{manager}/location-request/decline {"note":"x"} 404
  y - - - - -  GET    location-requests
  - s - - - -  POST   managers/{manager}/invoices/2026-1/download {"language":"en"} 404
  - y - - - -  POST   payment-methods                   {"credit_card":{"expiration_year":2030,"expiration_month":1,"encrypted_card_number":"a","encrypted_security_code":"b"}} 409
  - s - - - -  POST   managers/{manager}/account        {"payoutInfo":[{"payoutType":"WIRE","baseCurrency":"EUR","bankName":"a","country":"DE","city":"a","address":"a","zip":"a","nameOnAccount":"a","bankAccountClass":"CORPORATE","bankAccountType":"CHECKING","bankId":"a","bankAccountId":"a"}]} 409
  - s - - - -  POST   managers/{manager}/subscription   {"frequency":"monthly","quantity":1,"stations":[{"id":"{station}","monetized":true}],"free_stations":["{~station}"]} 409
  - s - - - -  PATCH  managers/{manager}/subscription   {"cancels":true} 409
  n s s s s -  DELETE managers/{manager}/avatar

  locations
  n s s s - -  GET    locations?limit=500
  n s s s - -  GET    locations?owner_id={~owner}
  n s s s - -  GET    locations/{location}
  n s s s y -  GET    locations/markers
  n s s s s -  GET    locations/markers?ids={~location}
  n - - - - -  POST   locations                         {"name":"New","owner_id":{owner}}
  n - - - - -  PATCH  locations/{location}              {"free_parking":true,"owner_id":{owner},"free_stations":["{~station}"]}
  n - - - - -  PUT    locations/{location}/opening-hours  [{"day":1,"opens_at":"0800","closes_at":"2000"}]
  n - - - - -  GET    locations/{location}/deletion
  n - - - - -  DELETE locations/{location}

  photos
  n s s - - -  GET    locations/{location}/photos
  n s - - - -  POST   locations/{location}/photos       400
  n s - - - -  PUT    locations/{location}/photos/order [{~photo}]
  n s - - - -  PATCH  locations/{location}/photos/{photo} {"caption":"a"}
  n s - - - -  DELETE locations/{location}/photos/{photo}

  services
  n s s - - -  GET    locations/{location}/services
  n s - - - -  POST   locations/{location}/services     {"type_id":999999,"price":100} 404
  n s - - - -  PATCH  services/{service}                {"price":200}
  n s - - - -  DELETE services/{service}
  n - s s - -  GET    orders/{order}/services
  n - s - - -  POST   orders/{order}/services           {"service_id":{service},"price":100,"pays":"cash"} 409
  n - s - - -  POST   orders/{order}/services/code      {"service_id":{service},"price":100} 409
  y y y - - -  GET    types/services
  y - - - - -  POST   types/services                    {"names":{"en":"A","de":"B","ru":"C"},"descriptions":{"en":"","de":"","ru":""},"icon":"wash"}
  y - - - - -  PATCH  types/services/999999             {"icon":"food"} 404
  y - - - - -  DELETE types/services/999999             404

  feedback
  n s s - - -  GET    locations/{location}/feedback
  n s s - - -  GET    locations/{location}/feedback/summary
  n s - - - -  PUT    locations/{location}/feedback/{feedback}/answer {"answer":"a"}
  n - - - - -  POST   locations/{location}/feedback/{feedback}/hide {"hidden":false}
  n s s - - -  GET    users/{driver}
  y - y - - -  GET    inbox/feedback
  n - s - - -  POST   inbox/feedback/{feedback}/seen
  n s s - - -  GET    orders/{order}/feedback

  maps
  y y y y y y  GET    maps/settings
  y y y y y y  GET    maps/towns?west=12&south=52&east=15&north=53
  y y - - - -  GET    maps/geocode?address=Tver

  tariffs
  n s - - - -  POST   locations/pricing                 {"locations":[{location}],"price":1700}
  n s - - - -  POST   locations/{location}/pricing      {"tariff":1700}
  n s - - - -  POST   locations/{location}/pricing      {"tariff":1700,"station_id":"{station}","location_id":{location}}
  n s - - - -  POST   locations/pricing/preview         {"locations":[{location}],"price":1700}
  n s - - - -  POST   locations/pricing/preview         {"locations":[{location}],"price":1700,"station_id":"{station}"}
  n s - - - -  GET    locations/pricing/connectors?location_ids={location}
  n s - - - -  GET    locations/{location}/pricing?station_id={~station}
  n s - - - -  DELETE locations/{location}/pricing/{change}

  files of locations
  y - - - - -  GET    locations/import/template
  n - - - - -  POST   locations/import?dry_run=true     {"csv":"location_name","free_stations":["{~station}"]}
  n s - - - -  GET    locations/export

  stations
  n s s - - -  GET    stations?limit=500
  n s s - - -  GET    stations?location_id={~location}
  n s s - - -  GET    stations?group_by=model&limit=500
  n s s - - -  GET    station-kinds
  y y y - - -  GET    saved-views
  n s s - - -  POST   saved-views                       {"name":"V-{fresh}","choice":{"search":"a","location_id":{~location}},"order_by":null,"columns":null,"shared":false,"opens":false}
  y - - - - -  POST   saved-views                       {"name":"W-{fresh}","choice":{},"order_by":"last_seen:asc","columns":["model"],"shared":true,"opens":false}
  s s s - - -  PUT    saved-views/{view}                {"name":"V-{fresh}","choice":{"location_id":{~location}},"order_by":null,"columns":null,"shared":false,"opens":false}
  s s s - - -  DELETE saved-views/{view}
  y y - - - -  POST   station-models                    {"vendor_name":"V","model":"M-{fresh}","evses":[{"number":1,"connectors":[{"number":1,"type":"CCS 2","current":"DC","power":150}]}]}
  n s - - - -  PUT    station-models/{model}            {"vendor_name":"V","model":"M-{fresh}","evses":[{"number":1,"connectors":[{"number":1,"type":"CCS 2","current":"DC","power":150}]}]}
  n s - - - -  DELETE station-models/{model}
  n s s - - -  GET    locations/{location}/stations
  n s - - - -  POST   locations/{location}/stations     {"id":"NEW-{fresh}","vendor_name":"V","model":"M","connectors":[{"evse_number":1,"number":1,"type":"CCS 2","current":"DC","power":150}]}
  n s s - - -  GET    stations/{station}
  n s - - - -  GET    stations/{station}/connection
  n s - - - -  POST   stations/{station}/password
  n s s - - -  GET    stations/{station}/meter-keys
  n s - - - -  PUT    stations/{station}/meter-keys     {"public_key":"04a2c53580d26835738b70b952d99d324b3414d9c0d93a6ce484fc809c18716809447a3cff93f051507b3b486accb513356ab68e8ae201ee320f7f7df4a1633b3c"}
  n s - - - -  DELETE stations/{station}/meter-keys/0000
  n - - - - -  POST   stations/{station}/hold           {"registration":"Accepted"}
  n s s - - -  GET    stations/{station}/maintenances
  n s - - - -  POST   stations/{station}/maintenances   {"starts_at":"2100-01-01T00:00:00Z","ends_at":"2100-01-01T02:00:00Z"} 400
  n s - - - -  POST   maintenances/{maintenance}/end
  n s - - - -  POST   stations/{station}/monetize       {"monetized":false}
  n s - - - -  PATCH  stations/{station}                {"number":7}
  n s - - - -  POST   stations/{station}/status         {"operational_status":"inoperative","evses":[0]}
  n s - - - -  DELETE stations/{station}
  n s - - - -  POST   stations/{station}/reported-connectors 409
  n s s - - -  GET    stations/{station}/controllers
  n - - - - -  POST   stations/{station}/configuration/refresh
  n s s - - -  POST   stations/{station}/reset
  n s s - - -  POST   labels                            {"selection":{"of":"stations","ids":["{station}"]},"size":"small","languages":["en"]}
  n s s - - -  POST   labels                            {"selection":{"of":"filter","filter":{"location_id":{~location}},"except":["{~station}"]}}
  n s s - - -  GET    meter-values/{station}/1
  n s s - - -  GET    stations/{station}/timeline
  n s s - - -  GET    stations/{station}/uptime
  n s s - - -  GET    stations/{station}/uptime/export

  charging
  n s s - - -  POST   connectors/{connector}/start      {}
  n s s - - -  POST   connectors/{connector}/start      {"driver_id":{driver}}
  n s s - - -  POST   connectors/{connector}/stop
  n s s - - -  POST   connectors/{connector}/orders     {"kind":"charge"} 409
  n s s - - -  POST   connectors/{connector}/orders     {"kind":"charge","driver_id":{driver}} 409
  n s s - - -  POST   orders/{order}/pay-links          {} 409
  n - s - - -  POST   orders/{order}/debt-links         {"show":true} 409
  n s s - - -  POST   orders/{order}/cancel             {"reason":"the driver does not come"} 409
  n - s s - -  GET    orders/{order}/details
  n - s s - -  GET    orders/{order}/signed-values
  n s s - - -  POST   orders/{order}/end                {"reason":"the station has lost it"} 409
  n s s - - -  POST   orders/{order}/inquiry            {} 409
  n s s - - -  POST   orders/{order}/priority           {"active":true} 409

  payments of sessions
  n - s s - -  GET    orders/{order}/payment
  n - s - - -  POST   orders/{order}/payment            {"method_type":"cash"} 409
  n - s s - -  GET    orders/{order}/receipts
  n - - - - -  POST   orders/{order}/refunds            {"amount":100,"reason":"agreed"} 409
  n - - - - -  POST   orders/{order}/chargebacks        {"amount":100,"reason":"the bank says so"} 409

  the wall of a control room
  n - - - - -  GET    wall
  y y y y y y  GET    wall/screen                       401
  y - - - - -  GET    wall-screens
  y - - - - -  POST   wall-screens                      {"name":"Wall {fresh}"}
  y - - - - -  DELETE wall-screens/999999               404

  payment terminals
  y - - - - -  GET    terminals
  y - y - - -  GET    terminals/providers
  n - - - - -  POST   terminals                         {"name":"POS {fresh}","location_id":{location},"provider":"bank","market_shop_id":"T-1"}
  y - - - - -  DELETE terminals/999999                  404
  y y y y y y  POST   terminal-payments                 {"order_id":1,"amount":100,"document_number":"1"} 401

  the console
  n - - - - -  GET    ocpp-messages/{station}
  n - - - - -  GET    ocpp-messages/{station}/1?at=2026-03-01T00:00:00Z 404
  n - - - - -  POST   ocpp-messages/{station}/export    {"format":"csv"}
  n - - - - -  GET    ocpp-messages/{station}/controller
  n - - - - -  DELETE ocpp-messages/{station}/controller
  y - - - - -  GET    ocpp-schemas/ocpp1.6
  y - - - - -  GET    ocpp-actions
  n - - - - -  POST   stations/{station}/message        {"action":"Reset","payload":{"type":"Soft"}}
  n - - - - -  POST   stations/{station}/tasks          {"task":"clear_cache"}
  n - - - - -  POST   stations/{station}/tasks          {"task":"show_text","text":"a","format":"utf8","priority":"normal","order_id":{order}}
  n - - - - -  GET    stations/{station}/readings
  n - - - - -  GET    stations/{station}/report
  n - - - - -  GET    stations/{station}/streams
  n - - - - -  GET    stations/{station}/tasks
  n - - - - -  GET    stations/{station}/firmware-files
  n - - - - -  POST   stations/{station}/uploads/1/download 404
  n - - - - -  POST   stations/description              {"station_id":"{station}","vendor_name":"V","model":"M","description":{"desc1":"One"}}

  bulk commands
  n - - - - -  POST   bulk-commands/reach               {"selection":{"of":"stations","ids":["{station}"]}}
  n - - - - -  POST   bulk-commands/reach               {"selection":{"of":"filter","filter":{"location_id":{~location}},"except":["{~station}"]}}
  n - - - - -  POST   bulk-commands                     {"selection":{"of":"stations","ids":["{station}"]},"command":{"kind":"reset","hard":false}}
  y - - - - -  POST   bulk-commands/trusted-roots 409
  n - - - - -  GET    bulk-commands?limit=200
  n - - - - -  GET    bulk-commands/{run}
  n - - - - -  GET    bulk-commands/{run}/stations
  n - - - - -  POST   bulk-commands/{run}/cancel
  n - - - - -  POST   bulk-commands/{run}/retry
  n - - - - -  POST   bulk-commands/{run}/export

  firmware
  y - - - - -  GET    firmware
  y - - - - -  POST   firmware?vendor_name=V&model=M&version=1 400
  y - - - - -  DELETE firmware/999999 404
  n - - - - -  GET    firmware/fleet
  y - - - - -  POST   firmware/rollouts {"file_id":999999,"share":{"of":"percent","percent":10},"wave_size":1,"failures_most":1} 404
  y - - - - -  POST   firmware/moves {"vendor_name":"No","model":"Such","url":"wss://csms.example/ocpp","ours":false,"security_profile":2,"share":{"of":"percent","percent":10},"wave_size":1,"failures_most":1} 409
  y - - - - -  GET    firmware/rollouts
  y - - - - -  GET    firmware/rollouts/999999 404
  y - - - - -  GET    firmware/rollouts/999999/stations 404
  y - - - - -  POST   firmware/rollouts/999999/pause 404
  y - - - - -  POST   firmware/rollouts/999999/continue 404
  y - - - - -  POST   firmware/rollouts/999999/cancel 404

  inbox
  y - y - - -  GET    inbox/count
  n - s - - -  GET    inbox/transactions?limit=200
  n - s - - -  POST   inbox/transactions/{unmatched}/match   {"order_id":{review}}
  n - - - - -  POST   inbox/transactions/{unmatched}/price   {"connector_id":{connector},"energy":1000,"note":"a meter was read"}
  n - - - - -  POST   inbox/transactions/{unmatched}/waive   {"note":"a test"}
  n - s - - -  GET    inbox/orders?limit=200
  y - y - - -  GET    inbox/connectors
  n - s - - -  GET    inbox/orders/{review}/choices
  n - - - - -  POST   inbox/orders/{review}/price            {"amount":100,"note":"agreed"}
  n - - - - -  POST   inbox/orders/{review}/waive            {"note":"a gift"}

  n - s - - -  GET    inbox/gaps?limit=200
  n - - - - -  POST   inbox/gaps/{order}/dismiss             {"note":"the light of the car park"}
  y - - - - -  POST   inbox/gaps/dismiss                     {"vendor_name":"Nobody","model":"None","note":"a test"} 404

  n - s - - -  GET    inbox/borne?limit=200
  n - - - - -  POST   inbox/borne/{order}/note               {"note":"the server was away"}

  n - s - - -  GET    inbox/terminal-payments?limit=200
  n - - - - -  POST   inbox/terminal-payments/{settlement}/note {"note":"given back at the terminal"}

  n - s - - -  GET    inbox/debts?limit=200
  n - s - - -  GET    inbox/debts?driver_id={~driver}
  n - - - - -  POST   inbox/debts/{review}/charge            {"purpose":"charging"} 409
  n - s - - -  POST   inbox/debts/{order}/book               {"purpose":"charging","amount":1,"method_type":"cash"} 409
  n - - - - -  POST   inbox/debts/{review}/waive             {"purpose":"charging","note":"a gift"}

  y - - y - -  GET    bank/remittances
  y - - y - -  GET    bank/remittances/payments?provider=sandbox&from=2026-01-01&to=2026-01-02
  y - - - - -  POST   bank/statements                        {"name":"a.csv","text":"date,amount\\n2026-01-01,5"}
  y - - y - -  GET    reconciliation
  y - - y - -  GET    reconciliation/differences
  y - - - - -  POST   reconciliation/compare                 {"day":"2026-01-01"} 503
  y - - - - -  POST   reconciliation/differences/999999/read    404
  y - - - - -  POST   reconciliation/differences/999999/book    {"reason":"a test"} 404
  y - - - - -  POST   reconciliation/differences/999999/give-back {"reason":"a test"} 404
  y - - - - -  POST   reconciliation/differences/999999/explain {"reason":"a test"} 404
  y - - - - -  GET    inbox/receipts
  y - - - - -  GET    inbox/receipts/without-seller
  y - - - - -  POST   inbox/receipts/999999/send             404
  y - - - - -  GET    inbox/differences
  y - - - - -  POST   inbox/differences/check

  drivers
  y y y - - -  GET    drivers
  y - - - - -  POST   drivers                           {"first_name":"A","last_name":"B"}
  n s s - - -  GET    drivers/{driver}
  n - - - - -  GET    drivers/{driver}/postings
  n - - - - -  POST   drivers/{driver}/block            {"blocked":true}
  y - - - - -  GET    id-tokens
  n - - - - -  POST   id-tokens                         {"token":"{fresh}","driver_id":{driver}}
  y - - - - -  PATCH  id-tokens/999999                  {"blocked":true} 404
  n - - - - -  PATCH  id-tokens/{card}                  {"driver_id":{driver}}
  n - - - - -  PATCH  drivers/{driver}                  {"discount_percent":5}
  y - y - - -  GET    tag-groups
  y - - - - -  PUT    tag-groups/7                      {"name":"Roles","charging":"free"}
  y - - - - -  DELETE tag-groups/999999                 404
  y - - - - -  GET    unknown-tags
  y - - - - -  DELETE unknown-tags/999999
  y - y - - -  GET    fleets
  y - - - - -  GET    fleets/999999                     404
  y - - - - -  POST   fleets                            {"name":"A fleet","email":"fleet@b.example","month_limit":null}
  y - - - - -  GET    fleet-invoices
  y - - - - -  POST   fleets/999999/invoices            {"month":"2020-01"} 404
  y - - - - -  POST   fleet-invoices/999999/payment     {"paid_on":"2020-02-01","document_number":"1"} 404
  y - - - - -  POST   fleet-invoices/999999/download    {"language":"en"} 404
  y - - - - -  PUT    fleets/999999                     {"name":"A fleet","email":"fleet@b.example","month_limit":null} 404

  contracts and rates
  y - - - - -  GET    contracts
  n - - - - -  POST   contracts                         {"owner_id":{owner},"number":"7/26","inn":"7707083893","agent_fee_percent":10,"valid_from":"2099-01-01"}
  y - - - - -  PATCH  contracts/999999                  {"number":"7/26","inn":null,"agent_fee_percent":10,"valid_from":"2099-01-01"} 404
  y - - - - -  GET    bank-rates
  y - - - - -  POST   bank-rates                        {"provider":"sandbox","method_type":"card","rate_percent":2.8,"valid_from":"2099-01-01"}
  y - - - - -  PATCH  bank-rates/999999                 {"provider":"sandbox","method_type":"card","rate_percent":2.8,"valid_from":"2099-01-01"} 404
  n - - - - -  POST   drivers/{driver}/top-ups          {"amount":100,"reason":"paid in"}
  n - - - - -  DELETE drivers/{driver}/saved-card
  y - - - - -  GET    idle-terms
  n - - - - -  POST   idle-terms                        {"location_id":{location},"grace_minutes":10,"block_minutes":10,"block_amount":15000,"cap_amount":null,"night_from":null,"night_to":null,"valid_from":"2099-01-01"}
  n - - - - -  PATCH  idle-terms/{terms}                {"grace_minutes":10,"block_minutes":10,"block_amount":15000,"cap_amount":null,"night_from":null,"night_to":null,"valid_from":"2099-01-01"}
  y - - - - -  GET    debt-rules
  y - - - - -  POST   debt-rules                        {"refuses":true,"from_amount":10000,"valid_from":"2099-01-01"}
  y - - - - -  PATCH  debt-rules/999999                 {"refuses":true,"from_amount":10000,"valid_from":"2099-01-01"} 404
  y - - - - -  GET    legal-details
  y - - - - -  POST   legal-details                     {"name":"Network","inn":"7707083893","address":"Tver","vat_percent":22,"valid_from":"2099-01-01"}
  y - - - - -  PATCH  legal-details/999999              {"name":"Network","inn":null,"address":"Tver","vat_percent":null,"valid_from":"2099-01-01"} 404

  settlement
  y y - y - -  GET    settlements?year=2026
  n s - s - -  GET    settlements/preview?owner_id={~owner}&month=2026-01 409
  n s - s - -  GET    settlements/{statement}
  n - - - - -  POST   settlements                       {"owner_id":{owner},"month":"2026-01","due_amount":0}
  y - - - - -  POST   settlements/999999/payment        {"paid_on":"2026-03-01","document_number":"1"} 404
  y - - - - -  POST   settlements/999999/payment/undo   {"reason":"a mistake"} 404
  n s - s - -  POST   settlements/{statement}/download  {"format":"pdf","language":"ru"}

  reports by mail
  y - - y - -  GET    report-schedules
  n - - s - -  POST   report-schedules                  {"mode":"owner","locations":"{location}","every":"month","format":"csv"}
  s - - s - -  PATCH  report-schedules/{schedule}       {"paused":true,"locations":"{location}"}
  s - - s - -  DELETE report-schedules/{schedule}

  monthly reports
  n s - - - -  GET    managers/{manager}/monthly-reports/2026-02
  n s - - - -  POST   managers/{manager}/monthly-reports/2026-02/download {"language":"ru"}
  n s - - - -  GET    managers/{manager}/monthly-report-mailing
  n s - - - -  PUT    managers/{manager}/monthly-report-mailing {"wanted":false,"language":"de"}

  ${figures}
  ${operations}`
