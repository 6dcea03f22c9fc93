-- A status that is said again changes nothing, so it stands since its change; the order of messages goes by the last of them.
alter table connectors add column status_told_at timestamptz;
update connectors set status_told_at = status_updated_at;

-- What a connector measured for an order is not how it is once that order has ended.
alter table connector_meters add column order_id bigint;
update connector_meters m set order_id = last.id
  from (select connector_id, max(id) as id from orders group by connector_id) last
  where last.connector_id = m.connector_id;
