/** More of `role-table.ts`: how locations share out their current. */
export const energyTable = `
  energy of locations
  n s s - - -  GET    locations/{location}/energy
  n s s - - -  GET    locations/{location}/energy/curve
  n s s - - -  GET    locations/{location}/energy/measures?period=week
  n s s - - -  GET    locations/{location}/energy/site
  n s s - - -  POST   locations/{location}/energy/simulation {"strategy":"first_come"}
  n s - - - -  PUT    locations/{location}/energy/site  {"enabled":false,"strategy":"equal","circuits":[{"id":"grid","name":"Grid","parent":null,"fuse_a":[63,63,63]}],"outlets":[{"station_id":"{station}","evse":1,"circuit":"grid","phases":[1,2,3],"most_a":32,"floor_a":99}]} 422
  n s - - - -  POST   locations/{location}/energy/limits {"percent":60,"until":"2100-01-01T00:00:00Z"} 400
  n s - - - -  DELETE locations/{location}/energy/limits/{energyLimit}
  n s s - - -  GET    locations/{location}/energy/reductions
  n s s - - -  GET    locations/{location}/energy/reductions/download
  n s - - - -  POST   locations/{location}/energy/reductions {"power_w":9000} 409
  n s - - - -  DELETE locations/{location}/energy/reductions/{energyReduction}
  n s - - - -  POST   locations/{location}/energy/key
  n s - - - -  DELETE locations/{location}/energy/key
  y y y y y y  POST   energy/readings                   {"circuit":"grid","others_a":[1,2,3]} 401
  y y y y y y  POST   energy/prices                     {"prices":[{"from":"2100-01-01T00:00:00Z","price":12}]} 401
  y y y y y y  POST   energy/limits                     {"percent":60,"until":"2100-01-01T00:00:00Z"} 401
  y y y y y y  POST   energy/reductions                 {"power_w":9000} 401
  y y y y y y  DELETE energy/reductions                 401
`
