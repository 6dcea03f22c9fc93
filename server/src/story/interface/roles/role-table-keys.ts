/** The rows of `role-table.ts` about other programs: API keys and webhooks. */
export const keyTable = `
  y y - - y -  GET    api-keys
  y y - - y -  GET    api-keys/scopes
  n s - - w -  POST   api-keys                          {"name":"K {fresh}","scopes":["locations:read"],"location_ids":[{location}],"days":1}
  s s - - s -  POST   api-keys/{apiKey}/rotation        {"days":1,"kept_hours":1}
  n s - - s -  DELETE api-keys/{apiKey}

  webhooks
  n s - - - -  GET    webhook-endpoints
  y y - - - -  GET    webhook-events
  n s - - - -  POST   webhook-endpoints                 {"name":"Hook {fresh}","url":"https://hooks.example/","events":["fault.opened"],"location_ids":[{location}]}
  n s - - - -  PATCH  webhook-endpoints/{webhook}       {"location_ids":[{location}]}
  n s - - - -  POST   webhook-endpoints/{webhook}/secret {}
  n s - - - -  POST   webhook-endpoints/{webhook}/test
  n s - - - -  GET    webhook-endpoints/{webhook}/messages
  n s - - - -  GET    webhook-endpoints/{webhook}/messages/999999 404
  n s - - - -  POST   webhook-endpoints/{webhook}/messages/send {"from":"2026-01-01T00:00:00Z","to":"2026-01-02T00:00:00Z"}
  n s - - - -  DELETE webhook-endpoints/{webhook}

  what comes from other systems
  y - - - - -  GET    takeovers
  y - - - - -  POST   takeovers                         {"system":"csv"} 201
  y - - - - -  GET    takeovers/999999                  404
  y - - - - -  POST   takeovers/999999/address          {"address":"mysql://db.example/steve"} 404
  y - - - - -  POST   takeovers/999999/files            404
  y - - - - -  POST   takeovers/999999/check            404
  y - - - - -  POST   takeovers/999999/start            404
  y - - - - -  POST   takeovers/999999/stop             404
  y - - - - -  GET    takeovers/999999/report           404

  log ins at a provider
  y y y y y y  GET    auth/single-sign-on
  y y y y y y  POST   auth/single-sign-on/log-ins 409
  y y y y y y  POST   auth/single-sign-on/returns        {"browser_secret":"none","parameters":{"state":"none"}} 400
  y y y y y y  POST   auth/single-sign-on/codes          {"pending":"none","code":"000000"} 400
  y y y y y y  POST   auth/single-sign-on/log-outs       {"refresh_token":"none"}
  y y y y y y  POST   auth/single-sign-on/back-channel-log-outs {"logout_token":"none"} 409
  y y y y y -  GET    auth/single-sign-on/link
  y y y y y -  POST   auth/single-sign-on/link           {"current_password":"demo-pass-1"} 409
  y y y y y -  DELETE auth/single-sign-on/link
  y - - - - -  GET    single-sign-on
  y - - - - -  POST   single-sign-on/checks 409
  y - - - - -  POST   single-sign-on/tries 409
  n - - - - -  PUT    single-sign-on                     {"enabled":false,"issuer":"https://id.example","client_id":"us","label":"Company","scopes":"openid","groups_claim":"groups","rules":[{"group":"all","role":"manager","owner_id":{manager},"location_ids":[{location}]}],"accounts":"invited","email_domains":[],"verified_email_only":true,"trusted_methods":[],"session_hours":12,"check_minutes":15,"password_log_in":true,"emergency_manager_id":{manager},"current_password":"demo-pass-1"}
`
