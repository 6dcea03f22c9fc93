-- A station that its owner's plan no longer covers stays paid and sells nothing until it is covered again or a person makes it
-- free of charge: nothing becomes free by a side effect.
alter table stations
  add column sales_paused_at timestamptz,
  add check (sales_paused_at is null or monetized);

create function end_sales_pause() returns trigger language plpgsql as $$
begin
  new.sales_paused_at := null;
  return new;
end $$;
create trigger station_sales_pause before update of monetized on stations
  for each row when (old.sales_paused_at is not null and not new.monetized) execute function end_sales_pause();

-- the stations that somebody agreed to have free of charge once the invoice is paid
alter table plan_invoices add column freed text[] not null default '{}';

alter table station_events drop constraint station_events_kind_check, add constraint station_events_kind_check
  check (kind in ('connected', 'disconnected', 'unwatched', 'watched', 'booted', 'status', 'security', 'operation', 'action',
    'firmware', 'maintenance', 'monetization')) not valid;
