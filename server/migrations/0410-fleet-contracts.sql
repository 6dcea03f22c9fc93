-- works from 0.1.0: it only adds; older servers leave the new columns of their rows empty, and two views get a column at their ends
-- What companies that pay by invoice have agreed on by day: their prices, and who owes the VAT.
create table fleet_contracts (
  id bigint generated always as identity primary key,
  fleet_id bigint not null references fleets (id),
  -- its first and its last day, by the network's clocks; null: no end
  valid_from date not null,
  valid_to date check (valid_to >= valid_from),
  charging text not null check (charging in ('public', 'percent', 'tariff')),
  -- how much dearer every price of the network is for the company, in percent; less than 0: cheaper
  percent smallint not null default 0 check (percent between -99 and 900 and (percent <> 0) = (charging = 'percent')),
  tariff_id bigint references tariffs (id),
  vat text not null check (vat in ('domestic', 'reverse_charge', 'exempt')),
  created_at timestamptz not null,
  created_by bigint references managers (id),
  check ((charging = 'tariff') = (tariff_id is not null)),
  constraint fleet_contracts_one_a_day
    exclude using gist (int8range(fleet_id, fleet_id, '[]') with &&, daterange(valid_from, valid_to, '[]') with &&)
);
create index fleet_contracts_tariff on fleet_contracts (tariff_id) where tariff_id is not null;

alter table orders
  -- of the company that pays, and by how many percent its prices differ from the tariff's, both frozen at its start
  add column fleet_contract_id bigint references fleet_contracts (id),
  add column price_percent smallint not null default 0;

create or replace view order_view as
  select id, status, location_id, station_id, connector_id, driver_id, rfid, created_at, reservation_start,
    reservation_finish, charging_start, charging_finish, transaction_id, transaction_start, transaction_finish, meter_start,
    meter_stop, meter_start_offset, energy_wh, charging_price_minor, reservation_price_minor, billable, needs_review,
    decided, end_told, warning, ev_connected, marked_wh, borne_minor, borne_noted_minor, card_free, hold_minor, tag_group, fleet_id,
    fleet_contract_id
  from orders;

create or replace view order_report_view as
  select id, status, business_day, location_id, station_id, connector_id, driver_id, rfid, created_at, transaction_start,
    transaction_finish, meter_start, meter_stop, energy_wh, soc_start, soc, tariff_version_id, discount_percent,
    charging_price_minor, reservation_price_minor, price_percent
  from orders;

create view fleet_contract_view as select id, fleet_id, vat from fleet_contracts;

-- how its VAT is written; null: as VAT was before companies had contracts
alter table fleet_invoices add column vat_kind text check (vat_kind in ('domestic', 'reverse_charge', 'exempt'));

-- Tariffs as a partner with a contract has seen them last: at its prices.
create table roaming_partner_tariffs (
  id bigint generated always as identity primary key,
  partner_id bigint not null references roaming_partners on delete cascade,
  version text not null,
  object_id text not null,
  body jsonb not null,
  last_updated timestamptz not null,
  removed_at timestamptz,
  unique (partner_id, version, object_id)
);
