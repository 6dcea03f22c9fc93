-- Energy by which a connector's register rose between two of its sessions, by the session before which it did.
create table register_gaps (
  order_id bigint primary key references orders,
  -- the session after which it did
  before_id bigint not null references orders,
  station_id text not null,
  connector_id bigint not null,
  location_id bigint not null,
  energy_wh bigint not null check (energy_wh > 0),
  from_at timestamptz not null,
  to_at timestamptz not null,
  from_wh numeric not null,
  to_wh numeric not null,
  found_at timestamptz not null,
  dismissed_at timestamptz,
  dismissed_by bigint references managers,
  note text,
  check ((dismissed_at is null) = (note is null))
);
create index register_gaps_station on register_gaps (station_id);
create index register_gaps_open on register_gaps (to_at desc, order_id desc) where dismissed_at is null;

-- The registers of sessions that ended, as their stations told them; where they told none, there is no row.
create view order_register_view as
  select id, location_id, station_id, connector_id, transaction_start as started_at, transaction_finish as finished_at,
    coalesce(told_begin, meter_start) + coalesce(meter_start_offset, 0) as begin_wh,
    coalesce(told_end, meter_stop) as end_wh, time_doubtful
  from orders
  where status = 'completed' and transaction_start is not null and transaction_finish is not null
    and coalesce(told_begin, meter_start) is not null and coalesce(told_end, meter_stop) is not null
    -- what was counted from intervals has no register
    and not (told_begin is null and told_end is null and meter_start = 0);

create index orders_in_turn on orders (connector_id, transaction_start, id) where status = 'completed';
create index orders_out_of_turn on orders (station_id) where time_doubtful;
