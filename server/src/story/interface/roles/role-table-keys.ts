/** The rows of `role-table.ts` about API keys. */
export const keyTable = `
  y y - - y -  GET    api-keys
  y y - - y -  GET    api-keys/scopes
  n s - - w -  POST   api-keys                          {"name":"K {fresh}","scopes":["locations:read"],"location_ids":[{location}],"days":1}
  s s - - s -  POST   api-keys/{apiKey}/rotation        {"days":1,"kept_hours":1}
  n s - - s -  DELETE api-keys/{apiKey}
`
