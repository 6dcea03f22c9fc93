/** The rows of figures and files of role-table.ts, which says how they are read. */
export const figures = `statistics
  y y - y y -  GET    statistics?from=2026-03-01T00:00:00Z&to=2026-03-08T00:00:00Z
  n s - s s -  GET    statistics?from=2026-03-01T00:00:00Z&to=2026-03-08T00:00:00Z&location_ids={~location}&station_id={~station}
  y y y - y -  GET    statistics/network
  n s s - s -  GET    statistics/network?location_ids={~location}
  y y y - - -  GET    statistics/outcomes?from=2026-03-01T00:00:00Z&to=2026-03-08T00:00:00Z
  n s s - - -  GET    statistics/outcomes?from=2026-03-01T00:00:00Z&to=2026-03-08T00:00:00Z&location_ids={~location}&station_id={~station}
  y y y - - -  GET    statistics/utilisation?from=2026-03-01T00:00:00Z&to=2026-03-08T00:00:00Z
  n s s - - -  GET    statistics/utilisation?from=2026-03-01T00:00:00Z&to=2026-03-08T00:00:00Z&location_ids={~location}&station_id={~station}
  y y y - - -  GET    statistics/uptime?from=2026-03-01T00:00:00Z&to=2026-03-08T00:00:00Z
  n s s - - -  GET    statistics/uptime?from=2026-03-01T00:00:00Z&to=2026-03-08T00:00:00Z&location_ids={~location}&station_id={~station}
  n s s - - -  GET    statistics/stations?location_id={location}
  y y y - - -  GET    statistics/places?from=2026-03-01T00:00:00Z&to=2026-03-08T00:00:00Z
  n s s - - -  GET    statistics/places?from=2026-03-01T00:00:00Z&to=2026-03-08T00:00:00Z&location_ids={~location}&station_id={~station}
  y - - y - -  GET    statistics/payments?from=2026-03-01T00:00:00Z&to=2026-03-08T00:00:00Z
  n - - s - -  GET    statistics/payments?from=2026-03-01T00:00:00Z&to=2026-03-08T00:00:00Z&locations={~location}&locationIds={~location}
  y - - y - -  GET    statistics/report?mode=owner&from=2026-03-01T00:00:00Z&to=2026-03-08T00:00:00Z
  n - - s - -  GET    statistics/report?mode=owner&from=2026-03-01T00:00:00Z&to=2026-03-08T00:00:00Z&locations={~location}&locationIds={~location}
  y - - y - -  GET    statistics/report?mode=income&from=2026-03-01T00:00:00Z&to=2026-03-08T00:00:00Z
  y - - y - -  GET    statistics/report?mode=unique_clients&from=2026-03-01T00:00:00Z&to=2026-03-08T00:00:00Z
  y - - - - -  GET    statistics/report?mode=day&from=2026-03-01T00:00:00Z&to=2026-03-08T00:00:00Z
  y - - - - -  GET    statistics/report?mode=location&from=2026-03-01T00:00:00Z&to=2026-03-08T00:00:00Z
  y - - - - -  GET    statistics/report?mode=detailed&from=2026-03-01T00:00:00Z&to=2026-03-08T00:00:00Z
  y - - - - -  GET    statistics/report?mode=account&from=2026-03-01T00:00:00Z&to=2026-03-08T00:00:00Z
  y - - y - -  GET    statistics/report/download?mode=owner&from=2026-03-01T00:00:00Z&to=2026-03-08T00:00:00Z
  n - - s - -  GET    statistics/report/download?mode=owner&from=2026-03-01T00:00:00Z&to=2026-03-08T00:00:00Z&format=csv&locations={~location}&locationIds={~location}
  y - - - - -  GET    statistics/report/download?mode=account&from=2026-03-01T00:00:00Z&to=2026-03-08T00:00:00Z
  y - - y - -  GET    statistics/payments/download?from=2026-03-01T00:00:00Z&to=2026-03-08T00:00:00Z
  n - - s - -  GET    statistics/payments/download?from=2026-03-01T00:00:00Z&to=2026-03-08T00:00:00Z&format=csv&locations={~location}&locationIds={~location}
  n - - s - -  POST   exports                           {"what":"payments","format":"csv","from":"2026-03-01T00:00:00Z","to":"2026-03-08T00:00:00Z","locations":"{~location}","locationIds":"{~location}"}
  n - - s - -  POST   exports                           {"what":"report","mode":"owner","format":"csv","from":"2026-03-01T00:00:00Z","to":"2026-03-08T00:00:00Z","locations":"{~location}","locationIds":"{~location}"}
  n s s - - -  POST   exports                           {"what":"orders","format":"csv","from":"2026-03-01T00:00:00Z","to":"2026-03-08T00:00:00Z","locations":"{~location}","locationIds":"{~location}","station_id":"{~station}","connector_id":{~connector}}
  y y y y y y  POST   exports/taking                    {"token":"none"} 410
  y y y - - -  GET    orders/download?from=2026-03-01T00:00:00Z&to=2026-03-08T00:00:00Z
  n s s - - -  GET    orders/download?from=2026-03-01T00:00:00Z&to=2026-03-08T00:00:00Z&format=csv&locations={~location}&locationIds={~location}&station_id={~station}&connector_id={~connector}
  n - - - - -  GET    id-tokens/export
  y - - - - -  POST   id-tokens/import?dry_run=true     {"csv":"token"}

  plug and charge
  y - - - - -  GET    plug-and-charge/roots
  y - - - - -  POST   plug-and-charge/roots             {"kind":"mo","pem":"none"} 400
  y - - - - -  POST   plug-and-charge/roots/reading     {"pem":"none"} 400
  y - - - - -  GET    plug-and-charge/stations
  y - - - - -  GET    plug-and-charge/lacking
  y - - - - -  GET    plug-and-charge/needs
  y - - - - -  DELETE plug-and-charge/roots/999999      404

  full exports
  y y - - - -  GET    full-exports
  y y - - - -  POST   full-exports                      {}
  s s - - - -  POST   full-exports/{fullExport}/link    {}
  s s - - - -  DELETE full-exports/{fullExport}`
