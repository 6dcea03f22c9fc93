-- Stays of cars whose sessions have ended, and what their sessions drew at each sample.
create view session_stay_view as
  select id, location_id, connector_id, created_at, transaction_start as arrived_at,
    greatest(transaction_finish, ev_disconnected_at) as left_at, energy_wh, power_w, soc
  from orders where status = 'completed' and transaction_start is not null and transaction_finish is not null;

create view session_power_view as
  select order_id, at, power_w, current_a from meter_samples where power_w > 0 and refused is null;

-- L1, L2 and L3, mA: what the sun gave beyond what others took; null: unknown
alter table energy_samples add column surplus_ma integer[];
