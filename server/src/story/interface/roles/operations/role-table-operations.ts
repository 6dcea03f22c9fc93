/** The rows of incidents: who is notified of them, and what mends itself. */
export const operations = `
  who is notified of incidents
  y y - - - -  GET    alerts/rules
  y s - - - -  POST   alerts/rules                      {"name":"R","on":false,"severity":"info","locations":[{location}],"steps":[{"after_minutes":0,"people":[{"id":{manager},"mail":true,"push":false}]}]}
  s s - - - -  PUT    alerts/rules/{alertRule}          {"name":"R-{fresh}","on":false,"severity":"info","locations":[{location}],"steps":[{"after_minutes":0,"people":[{"id":{manager},"mail":true,"push":false}]}]}
  s s - - - -  DELETE alerts/rules/{alertRule}
  y y - - - -  GET    alerts/people
  y y - - - -  GET    alerts/channels
  y y - - - -  POST   alerts/channels                   {"kind":"webhook","name":"W","target":"http://127.0.0.1:9/none","secret":"0123456789abcdef"}
  s s - - - -  DELETE alerts/channels/{alertChannel}
  s s - - - -  POST   alerts/channels/{alertChannel}/test {}
  y y y y - -  GET    alerts/devices
  y y y y - -  POST   alerts/devices                    {"endpoint":"none"} 400
  y y y y - -  POST   alerts/devices/test               {}
  s s s s - -  DELETE alerts/devices/{staffDevice}

  how the network is
  y y y y y y  GET    public/status                     404
  y y y y y y  GET    public/status.rss                 404

  what mends itself
  y y - - - -  GET    repairs/rules
  y s - - - -  POST   repairs/rules                     {"name":"R","repair":"reset","kinds":[],"locations":[{location}],"after_minutes":5,"helped_minutes":30,"station_most":2}
  s s - - - -  PUT    repairs/rules/{repairRule}        {"name":"R-{fresh}","mode":"off","repair":"reset","kinds":[],"locations":[{location}],"after_minutes":5,"helped_minutes":30,"station_most":2}
  s s - - - -  DELETE repairs/rules/{repairRule}
  y y - - - -  GET    repairs/attempts
  y y - - - -  GET    repairs/outcomes
  y y - - - -  GET    repairs/switch
  y - - - - -  PUT    repairs/switch                    {"stopped":false,"network_most":50}
`
