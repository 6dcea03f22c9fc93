/** The rows of `role-table.ts` about refunds of many orders at once. */
export const refundTable = `
  n - - - - -  POST   refund-runs/reach                 {"selection":{"of":"orders","ids":[{~order}]}}
  n - - - - -  POST   refund-runs                       {"selection":{"of":"orders","ids":[{~order}]},"reason":"a faulty day","orders":1,"amount":1} 409
  n - - - - -  POST   refund-runs/reach                 {"selection":{"of":"filter","filter":{"from":"2026-03-01T00:00:00Z","to":"2026-03-08T00:00:00Z","location_ids":[{~location}],"station_id":"{~station}","connector_id":{~connector}}}}
  y - - - - -  GET    refund-runs/999999                404
  y - - - - -  GET    refund-runs/999999/payments       404
  y - - - - -  POST   refund-runs/999999/cancel         404
`
