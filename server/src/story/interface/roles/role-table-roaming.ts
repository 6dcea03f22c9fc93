/** The rows of `role-table.ts` about partners in roaming. */
export const roamingTable = `
  partners in roaming
  y - - - - -  GET    roaming/party
  y - - - - -  PUT    roaming/party                     {"country_code":"DE","party_id":"STM","name":"Stationmaster"}
  y - - y - -  GET    roaming/partners
  y - - - - -  POST   roaming/partners                  {"name":"A partner"}
  y - - - - -  POST   roaming/partners/accept           {"name":"A partner","versions_url":"https://10.0.0.1/ocpi","token":"abc"} 400
  n - - w - -  GET    roaming/partners/{partner}
  y - - - - -  PATCH  roaming/partners/999999           {"name":"Another"} 404
  y - - - - -  POST   roaming/partners/999999/invitation 404
  y - - - - -  POST   roaming/partners/999999/connect   404
  y - - - - -  POST   roaming/partners/999999/renew     404
  y - - - - -  POST   roaming/partners/999999/suspend   404
  y - - - - -  POST   roaming/partners/999999/resume    404
  y - - - - -  POST   roaming/partners/999999/withdraw  404
  y - - - - -  POST   roaming/partners/999999/check     404
  y - - - - -  GET    roaming/partners/999999/messages  404
  y - - - - -  GET    roaming/partners/999999/tokens    404
  y - - - - -  POST   roaming/partners/999999/tokens/read 404
  y - - - - -  GET    roaming/partners/999999/parties   404
  y - - - - -  POST   roaming/partners/999999/parties/read 404
  y - - - - -  GET    roaming/partners/999999/queue     404
  y - - - - -  POST   roaming/partners/999999/queue/send {} 404
  y - - - - -  GET    roaming/partners/999999/messages/999999 404
  n - - w - -  GET    roaming/partners/{partner}/contracts
  y - - - - -  POST   roaming/partners/999999/contracts {"valid_from":"2030-01-01","charging":"public","vat":"domestic"} 404
  y - - - - -  POST   roaming/partners/999999/contracts/999999/end {"last_day":"2030-01-01"} 404
  y - - - - -  DELETE roaming/partners/999999/contracts/999999 404
  n - - w - -  GET    roaming/partners/{partner}/settlements?year=2026
  n - - w - -  GET    roaming/partners/{partner}/settlements/2026-03
  y - - - - -  PUT    roaming/partners/999999/settlements/2026-03/list {"file":"cdr_id"} 404
  y - - - - -  POST   roaming/partners/999999/settlements/2026-03/agree {} 404
  y - - - - -  POST   roaming/partners/999999/settlements/2026-03/reopen {"reason":"a test"} 404
  n - - w - -  POST   roaming/partners/{partner}/settlements/2026-03/download {"format":"xlsx","language":"de"}
  y - - - - -  GET    roaming/settlements/differing
  y - y - - -  GET    orders/partners
  y - - y - -  GET    roaming/accounts?from=2026-03-01&to=2026-03-31
  n - s s - -  GET    orders/{order}/roaming
  y - - - - -  GET    roaming/locations
  y - - - - -  PUT    roaming/locations                 {"ids":[{location}],"published":true}
  y - - - - -  PUT    roaming/locations/999999          {"published":true} 404
  y - - - - -  GET    roaming/locations/999999/preview  404
  y - - - - -  GET    roaming/tariffs
  y - - - - -  PUT    roaming/tariffs                   {"ids":[999999],"published":true} 404
  y - - - - -  PUT    roaming/tariffs/999999            {"published":true} 404
`
